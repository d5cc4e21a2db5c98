import type { NewPasskeyProof, PasskeyProof } from '@semaforo/contract/api/passkey-proof';
import { callRoute } from '../../api/call.ts';

const IP_ADDRESS = /^[\d.]+$|^\[/;

/** False where browsers know no passkeys: without encryption, and at an address of numbers. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !IP_ADDRESS.test(location.hostname);
}

// The library comes with the first passkey.
const library = () => import('@simplewebauthn/browser');

/** Has a passkey of this site answer a new challenge; rejects when the person or the device does not want to. */
export async function askForPasskey(): Promise<PasskeyProof> {
  const [{ ticket, options }, { startAuthentication }] = await Promise.all([
    callRoute('beginPasskeyLogIn'),
    library(),
  ]);
  type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = await startAuthentication({ optionsJSON: options as unknown as Asked });
  return { ticket, credential: credential as unknown as PasskeyProof['credential'] };
}

/** Has a device of the person make a passkey; rejects when it has one here, or does not want to. */
export async function makePasskey(): Promise<NewPasskeyProof> {
  const [{ ticket, options }, { startRegistration }] = await Promise.all([
    callRoute('beginPasskey'),
    library(),
  ]);
  type Asked = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = await startRegistration({ optionsJSON: options as unknown as Asked });
  return { ticket, credential: credential as unknown as NewPasskeyProof['credential'] };
}
