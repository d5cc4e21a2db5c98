/**
 * The paths of the programs that only tests need, undefined for each that this machine lacks. Of PostgreSQL it is
 * `initdb`: the server is in the same folder. Mosquitto's plugin is that of dynamic security.
 */
export function findTestPrograms(): {
  chromium: string | undefined;
  mosquitto: string | undefined;
  mosquittoPlugin: string | undefined;
  promtool: string | undefined;
  nats: string | undefined;
  postgres: string | undefined;
  nginx: string | undefined;
  caddy: string | undefined;
  w3m: string | undefined;
  /** Nodes of other major versions. */
  otherNodes: readonly string[];
};
