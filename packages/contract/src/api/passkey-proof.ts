import { z } from 'zod';

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, 'La passkey non è valida');

/** What a browser hands over of a credential (WebAuthn level 3, 5.1); what it means is checked by the server. */
const credentialWith = <Fields extends z.ZodRawShape>(response: Fields) =>
  z.strictObject({
    id: base64Url.min(1),
    rawId: base64Url,
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: base64Url, ...response }),
    clientExtensionResults: z.looseObject({}),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  });

const ticket = z.string().max(4000);

/** A passkey that was made, with the ticket of the challenge that asked for it. */
export const newPasskey = z.strictObject({
  ticket,
  credential: credentialWith({ attestationObject: base64Url }),
});

export type NewPasskeyProof = z.infer<typeof newPasskey>;

/** What a passkey answered, with the ticket of the challenge. */
export const passkeyProof = z.strictObject({
  ticket,
  credential: credentialWith({
    ...{ authenticatorData: base64Url, signature: base64Url, userHandle: base64Url.exactOptional() },
  }),
});

export type PasskeyProof = z.infer<typeof passkeyProof>;
