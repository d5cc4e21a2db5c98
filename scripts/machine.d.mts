/** Where this machine has the programs that only tests need; undefined for one that it lacks. Of PostgreSQL it is `initdb`, which stands beside the server. */
export function findTestPrograms(): {
  chromium: string | undefined;
  mosquitto: string | undefined;
  postgres: string | undefined;
};
