/** What programs need to find themselves, their locale, their certificates and PostgreSQL. */
const PASSED_ON = /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|PG[A-Z]+|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS)$/;

/**
 * The environment of a program that the server starts: little of its own, and what is added. Nothing that makes a
 * program load the code of others (`LD_PRELOAD`, `NODE_OPTIONS`), and no secret that it does not need.
 */
export function childEnvironment(added: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  return { ...Object.fromEntries(own), ...added };
}
