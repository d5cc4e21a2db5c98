import type { Secret } from '../../../platform/secret.ts';
import type { Message } from '../../messages.ts';
import type { HttpMessage } from './http.channel.ts';

/** How a provider of SMS or calls wants its requests; `{to}`, `{to_digits}` and `{text}` stand for what differs. */
export type HttpTemplate = {
  url: Secret;
  method: 'GET' | 'POST' | 'PUT';
  headers: Secret<Readonly<Record<string, string>>>;
  body: Secret | undefined;
  /** What is in the answer of a message that was taken; undefined: the status says it. */
  expects: string | undefined;
};

type Encode = (value: string) => string;

const inJson: Encode = (value) => JSON.stringify(value).slice(1, -1);

/** The request by which a text goes to a number. Each value is written as its place needs it. */
export function fillTemplate(
  { url, method, headers, body, expects }: HttpTemplate,
  { to, text }: { to: string; text: string },
): HttpMessage {
  const given = headers.reveal();
  const type = Object.entries(given).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const values: Readonly<Record<string, string>> = { to, to_digits: to.replace('+', ''), text };
  const fill = (template: string, encode: Encode) =>
    template.replace(/\{(to|to_digits|text)\}/g, (_place, name: string) => encode(values[name] ?? ''));
  return {
    ...{ url: fill(url.reveal(), encodeURIComponent), method, headers: given, expects },
    body: body && fill(body.reveal(), encodingOf(type)),
  };
}

function encodingOf(type: string): Encode {
  if (type.includes('json')) return inJson;
  return type.includes('urlencoded') ? encodeURIComponent : (value) => value;
}

const SMS_AT_MOST = 300;

/** A message short enough for an SMS of a few parts; its link is whole. */
export function toSmsText({ text, link }: Message): string {
  const short = text.length <= SMS_AT_MOST ? text : `${text.slice(0, SMS_AT_MOST - 1)}…`;
  return link ? `${short}\n${link.label}: ${link.url}` : short;
}

/** A message to be read aloud: without a link, and without what would end an element of XML. */
export function toSpokenText({ text }: Message): string {
  return text.replace(/[<>&"]/g, ' ').replace(/\n+/g, '. ');
}
