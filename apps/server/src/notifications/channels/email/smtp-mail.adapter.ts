import { createTransport } from 'nodemailer';
import type { Secret } from '../../../platform/secret.ts';
import type { SendMail } from './mail.port.ts';

const WITHIN_MS = 10_000;

/** Sends by a mail server: `smtp://user:password@host:587` (with STARTTLS where offered) or `smtps://…`. */
export function createSmtpMail({ url, from }: { url: Secret; from: string }): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url.reveal());
  const isTls = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // A password never goes in the clear to another machine.
      requireTLS: !isTls && hostname !== '127.0.0.1' && hostname !== 'localhost',
    }),
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>.*$/g, '');
  return async ({ address, subject, text, id }) => {
    const messageId = id === undefined ? {} : { messageId: `<${id}@${domain}>` };
    await transport.sendMail({ from, to: address, subject, text, ...messageId });
  };
}
