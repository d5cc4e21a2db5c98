import { CLICK_DEADLINE_MS, ISSUED_AT_HEADER } from '@semaforo/contract/domain/command-rules';

const SHELL = `CONSOLE=https://semaforo.comune.example
TOKEN=$(curl -s $CONSOLE/api/login -H 'Content-Type: application/json' \\
  -d '{"username":"comune","password":"…"}' | jq -r .accessToken)

# Che cosa mostra ogni segnale, detto dal segnale
curl -s "$CONSOLE/api/device-status?type=semaforo" -H "Authorization: Bearer $TOKEN"

# Accende rosso sul segnale 12, e risponde quando il segnale lo ha detto
curl -s "$CONSOLE/api/devices/command?type=semaforo" -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -H "Idempotency-Key: $(uuidgen)" \\
  -H "${ISSUED_AT_HEADER}: $(date -u +%Y-%m-%dT%H:%M:%SZ)" \\
  -d '{"command":"rosso","deviceIds":[12]}'`;

/** How the page of the API begins: in which order one starts, as HTML. */
export const API_BEGINNING = `<h2>Da dove cominciare</h2>
<ol>
<li><a href="#logIn"><code>POST /api/login</code></a> risponde un token, buono 12 ore: va nell’intestazione
<code>Authorization: Bearer …</code> di ogni altra chiamata.</li>
<li><a href="#listDevices"><code>GET /api/devices</code></a> dice quali dispositivi si vedono, con il loro id;
<a href="#listDeviceStatuses"><code>GET /api/device-status</code></a> che cosa mostrano.</li>
<li><a href="#sendCommand"><code>POST /api/devices/command</code></a> comanda. Risponde dopo le conferme, al più
dopo 5 s: in <code>results</code> <code>error</code> è null solo per chi ha detto di mostrare quel colore.</li>
<li>Chi non può aspettare segue il comando con
<a href="#getCommand"><code>GET /api/commands/{commandId}</code></a>.</li>
</ol>
<pre tabindex="0">${SHELL}</pre>
<h2>Per un programma che ritenta</h2>
<ul>
<li><code>Idempotency-Key</code>: la stessa chiave con la stessa richiesta dà per 24 ore la prima risposta, senza
agire di nuovo; con un’altra richiesta 409. Anche il 503 di un comando è conservato: chi lo vuole ancora usa una chiave nuova. Quello di
ogni altra chiamata no: si può ripetere.</li>
<li><code>${ISSUED_AT_HEADER}</code>: l’istante della decisione. Un comando vecchio di più di
${CLICK_DEADLINE_MS / 1000} s è rifiutato (409) invece di accendere tardi ciò che non vale più.</li>
<li>429 porta <code>Retry-After</code>, i secondi dopo cui riprovare.</li>
<li>Gli elenchi di dispositivi hanno un <code>ETag</code>: con <code>If-None-Match</code> la risposta è 304 finché
nulla cambia.</li>
<li>Le pagine di altri siti non possono chiamare queste API dal browser (nessun CORS): si chiamano da un server.</li>
</ul>`;
