/** Where this machine has the programs that only tests need; undefined for one that it lacks. Of PostgreSQL it is `initdb`, in the server's folder. */
export function findTestPrograms(): {
  chromium: string | undefined;
  mosquitto: string | undefined;
  postgres: string | undefined;
  /** Nodes of other versions, each with the server that was built with it. */
  otherNodes: readonly { version: string; node: string; server: string }[];
};
