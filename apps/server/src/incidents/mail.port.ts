/** Sends one message. Rejects with an Error when the server did not take it. */
export type SendMail = (mail: { address: string; subject: string; text: string }) => Promise<void>;
