import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address-of.ts';
import { answerOf } from '../../http/failures.ts';
import { browserOf } from '../../http/mount-routes.ts';
import { escapeHtml } from '../../http/openapi-page.ts';
import { Refusal } from '../../platform/refusal.ts';
import { NotLinked, type OidcLogIn } from './oidc-log-in.ts';

const PAGE = { config: { access: 'public' } } as const;

/** Mounts the addresses that a browser visits on its way to the provider of identities and back. */
export function mountOidc(
  server: FastifyInstance,
  options: { logIn: OidcLogIn | undefined; basePath: string; publicOrigin: string | undefined },
): void {
  const { logIn, basePath } = options;
  if (!logIn) return;
  const consoleAt = (request: FastifyRequest, reply: FastifyReply) =>
    `${options.publicOrigin ?? browserOf(request, reply).origin}${basePath}`;
  const callerOf = (request: FastifyRequest, reply: FastifyReply) => ({
    address: addressOf(request),
    browser: browserOf(request, reply),
  });
  const refuse = (reply: FastifyReply, refusal: Refusal) =>
    reply
      .code(answerOf(refusal).status)
      .type('text/html; charset=utf-8')
      .send(renderRefusal(refusal, basePath));

  server.get('/api/oidc/start', PAGE, async (request, reply) => {
    const address = await logIn.begin(
      `${consoleAt(request, reply)}/api/oidc/callback`,
      callerOf(request, reply),
    );
    // The log-in page says so, above the form that still works.
    if (address instanceof Refusal) return reply.redirect(`${basePath}/login#oidc-away`);
    return reply.redirect(address);
  });
  server.get('/api/oidc/callback', PAGE, async (request, reply) => {
    const search = new URL(request.url, 'http://callback').search;
    const refusal = await logIn.finish(search, callerOf(request, reply));
    return refusal ? refuse(reply, refusal) : reply.redirect(`${basePath}/login#oidc`);
  });
  server.get('/api/oidc/end', PAGE, async (request, reply) => {
    const returnTo = `${consoleAt(request, reply)}/login`;
    const address = await logIn.endSession(returnTo);
    return reply.redirect(address?.href ?? returnTo);
  });
}

function renderRefusal(refusal: Refusal, basePath: string): string {
  const subject = refusal instanceof NotLinked ? `<p><code>${escapeHtml(refusal.subject)}</code></p>` : '';
  return `<!doctype html>
<html lang="it">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Accesso · Semaforo</title>
<link rel="stylesheet" href="${basePath}/c/-/pagina.css">
<main class="hero">
<h1>Accesso</h1>
<p>${escapeHtml(refusal.message)}${subject === '' ? '.' : ':'}</p>
${subject}
<p><a href="${basePath}/login">Torna ad Accedi</a></p>
</main>
</html>
`;
}
