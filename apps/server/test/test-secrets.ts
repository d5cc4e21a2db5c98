import { Secret } from '../src/platform/secret.ts';
import { loadSecrets } from '../src/platform/secrets.ts';

/** The secrets under a key that is none. */
export const TEST_SECRETS = loadSecrets({
  secretKey: new Secret('una-chiave-di-prova-di-trentadue-lettere'),
  dataDir: '',
});
