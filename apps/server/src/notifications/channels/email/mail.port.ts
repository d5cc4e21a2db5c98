/** Sends one message. Rejects with an Error when the server did not take it. */
export type SendMail = (mail: {
  address: string;
  subject: string;
  text: string;
  /** The same each time that a message is sent again, so that a mailbox can leave out the second one. */
  id?: string;
}) => Promise<void>;
