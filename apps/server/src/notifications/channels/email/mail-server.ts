import type { Secret } from '../../../platform/secret.ts';
import type { SendMail } from './email.channel.ts';

const STEP_WITHIN_MS = 10_000;

/**
 * A mail server at `smtp://user:password@host:587` (with STARTTLS where offered) or `smtps://…`. Its client is read
 * when one is made: a server without one has no memory to spare for it.
 */
export function createMailServer(url: Secret): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url.reveal());
  const isTls = protocol === 'smtps:';
  const reading = import('./nodemailer.ts').then(({ createTransport }) =>
    createTransport({
      host: hostname,
      port: port === '' ? (isTls ? 465 : 587) : Number(port),
      secure: isTls,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        // A password never goes in the clear to another machine.
        requireTLS: !isTls && hostname !== '127.0.0.1' && hostname !== 'localhost',
      }),
      connectionTimeout: STEP_WITHIN_MS,
      greetingTimeout: STEP_WITHIN_MS,
      socketTimeout: STEP_WITHIN_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return async (mail) => (await reading).sendMail(mail);
}
