import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

function maintainer() {
  const [{ name, email }] = parse(read('publiccode.yml')).maintenance.contacts;
  return `${name} <${email}>`;
}

/** The description by which the package manager knows the package. */
export function debianControl({ version, architecture, kilobytes }) {
  return `Package: semaforo
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer()}
Installed-Size: ${kilobytes}
Depends: adduser, debconf (>= 0.5) | debconf-2.0, libc6 (>= 2.28), libgcc-s1, libstdc++6, systemd
Recommends: ca-certificates
Suggests: caddy | nginx, mosquitto, postgresql, postgresql-client
Section: web
Priority: optional
Description: web console of an Italian municipality's weather-alert signals
 With Semaforo a Comune lights its weather-alert signals (verde, giallo,
 arancio, rosso) and lanterns over MQTT, and knows that they are lit: a lamp is
 shown lit only when the device has said so.
 .
 Database and MQTT broker are embedded; PostgreSQL and Mosquitto can be used in
 their place. The package brings the Node.js that runs it.
`;
}

/** The newest entry of the changelog, as Debian writes it; the project's own has the words. */
export function debianChangelog({ version, epoch }) {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  return `semaforo (${version}) stable; urgency=medium

  * What changed is in CHANGELOG.md of the sources.

 -- ${maintainer()}  ${date}
`;
}

/** The program's own licence, in full, and where the others are. */
export function debianCopyright() {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Semaforo
Comment: The licences of Node and of what it is made of are in node-licences.gz
 beside this file; those of the packages inside the bundles in the files
 LEGAL.txt beside the bundles; those of other packages beside their code.

Files: *
Copyright: the authors of Semaforo
License: EUPL-1.2
${indent(read('LICENSE'))}

Files: *zone-tables/*
Copyright: Presidenza del Consiglio dei Ministri - Dipartimento della Protezione
 Civile; opendatasicilia
License: CC-BY-4.0
 https://creativecommons.org/licenses/by/4.0/legalcode; the page beside the
 tables says of which day they are and where they come from.
`;
}

/** As the continuation lines of a field. */
function indent(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '' ? ' .' : ` ${line.trimEnd()}`))
    .join('\n');
}
