/** The style of the public page: small, for old telephones too, dark where it is wanted, and printable. */
export const PAGE_STYLE = `
:root{--ink:#17212b;--soft:#40566c;--ground:#fff;--line:#d5dde6;--brand:#17324d;--stripe:#e9eef4;--stripe2:#dbe4ee;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#eef3f8;--soft:#b3c2d1;--ground:#0f1821;--line:#2c3c4c;--stripe:#1b2733;--stripe2:#22303e}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.45 "Titillium Web",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:inherit}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}
header,footer{background:var(--brand);color:#fff;padding:.75rem max(1rem,calc(50% - 34rem))}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem}
header p{margin:0}
header b{display:block;font-size:1.1875rem;line-height:1.2}
header small{font-size:.875rem}
nav{display:flex}
nav a{padding:.7rem .8rem;min-width:2.75rem;text-align:center;text-decoration:none;color:#fff}
nav a[aria-current]{font-weight:700;box-shadow:inset 0 -3px #fff}
footer p{margin:.5rem 0;font-size:.9375rem}
.hero{position:relative;padding:1.5rem max(1rem,calc(50% - 34rem));min-height:11rem}
.hero p{margin:.25rem 0;max-width:40rem}
.hero .say{font-size:1.375rem;font-weight:600}
.what{display:flex;align-items:center;gap:1rem}
.what .mark{width:clamp(3.5rem,14vw,6rem);height:clamp(3.5rem,14vw,6rem)}
h1{margin:0;font-size:clamp(2.5rem,11vw,5.5rem);line-height:1.05}
.hero[data-color=verde]{background:#18763c;color:#fff}
.hero[data-color=giallo]{background:#ffd21f;color:#17212b}
.hero[data-color=arancio]{background:#ff8a1f;color:#17212b}
.hero[data-color=rosso],.graver[data-color=rosso]{background:#c4142a;color:#fff}
.graver[data-color=arancio]{background:#ff8a1f;color:#17212b}
.unknown{background:repeating-linear-gradient(135deg,var(--stripe) 0 14px,var(--stripe2) 14px 28px)}
.unknown h1{font-size:clamp(2.25rem,9vw,4rem)}
.few{background:var(--stripe)}
.few h1{font-size:clamp(2rem,8vw,3.75rem)}
.hero .name{font-size:1.1875rem;font-weight:700}
.cut-off .hero{filter:grayscale(.85)}
.before{filter:grayscale(1)}
.careful[hidden]{display:none}
.careful{margin:0;background:var(--brand);color:#fff;padding:1rem max(1rem,calc(50% - 34rem))}
.graver{margin:0;display:flex;align-items:center;gap:.75rem;padding:.75rem max(1rem,calc(50% - 34rem));font-size:1.1875rem;border-top:2px solid var(--ground)}
.graver small{margin-left:auto}
.signal{position:absolute;right:max(1rem,calc(50% - 34rem));top:1rem;height:calc(100% - 2rem);max-height:15rem;display:none}
.signal rect{fill:#10171e;stroke:#2a3846;stroke-width:2}
.signal circle{fill:#26323d;stroke:#66788a;stroke-width:1.2}
.signal [data-lit]{stroke:#fff;stroke-width:2.5}
.signal [data-lit][data-lamp=verde]{fill:#1fb25a}
.signal [data-lit][data-lamp=giallo]{fill:#ffd21f}
.signal [data-lit][data-lamp=arancio]{fill:#ff8a1f}
.signal [data-lit][data-lamp=rosso]{fill:#ea2032}
.columns{display:grid;gap:1.5rem 3rem;padding:1.5rem max(1rem,calc(50% - 34rem)) 2rem}
h2{font-size:1.375rem;margin:0 0 .5rem}
h3{font-size:1.0625rem;margin:0}
ul,ol{list-style:none;margin:0;padding:0}
.advice{list-style:disc}
.advice li{margin-left:1.25rem;padding:.45rem 0}
.call{display:flex;flex-wrap:wrap;gap:.75rem;margin:.75rem 0 0}
.call a{flex:1 1 9rem;padding:.6rem .9rem;border:2px solid currentColor;border-radius:.4rem;text-decoration:none;font-size:.9375rem}
.call b{display:block;font-size:1.25rem}
.days li,.signals li,.changes li{display:flex;align-items:center;gap:.75rem;border-bottom:1px solid var(--line);padding:.6rem 0;min-height:2.75rem}
.days p{margin:.1rem 0 0;font-size:.9375rem;color:var(--soft)}
.signals small{margin-left:auto;text-align:right;font-size:.9375rem}
.changes time{flex:0 0 9rem;color:var(--soft);font-size:.9375rem}
.signals a{padding:.4rem 0}
.map{display:block;width:100%;max-width:46rem;height:auto;border:1px solid var(--line);border-radius:.4rem;background:var(--stripe)}
.map text{font-size:24px;font-weight:600;fill:var(--ink);stroke:none}
.map .nothing{fill:none;stroke:var(--ink);stroke-width:2;stroke-dasharray:5 4}
.map .scale{fill:none;stroke:var(--ink);stroke-width:2}
.notify{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;margin:0 0 .5rem}
.notify[hidden]{display:none}
.notify p{flex:1 0 100%;margin:0}
button,select{font:inherit;min-height:2.75rem;padding:.4rem .9rem;border:2px solid currentColor;border-radius:.4rem;background:var(--ground);color:inherit}
button:focus-visible,select:focus-visible{outline:3px solid currentColor;outline-offset:3px}
.links li{padding:.6rem 0}
.links a{color:inherit}
.source{color:var(--soft);font-size:.9375rem}
.symbols{position:absolute;width:0;height:0}
.mark{flex:none;width:1.75rem;height:1.75rem;stroke:var(--ink);stroke-width:1.5;color:#17212b}
.mark[data-color=verde]{fill:#18763c;color:#fff}
.mark[data-color=giallo]{fill:#ffd21f}
.mark[data-color=arancio]{fill:#ff8a1f}
.mark[data-color=rosso]{fill:#c4142a;color:#fff}
.mark.inverse{stroke:none;fill:#17212b}
.mark.inverse[data-color=verde]{fill:#fff;color:#18763c}
.mark.inverse[data-color=giallo]{color:#ffd21f}
.mark.inverse[data-color=arancio]{color:#ff8a1f}
.mark.inverse[data-color=rosso]{fill:#fff;color:#c4142a}
.question{flex:none;width:1.75rem;height:1.75rem;border:2px dashed currentColor;border-radius:.3rem;text-align:center;font-weight:700;line-height:1.5rem}
.embedded .hero{padding:.75rem 1rem;min-height:0}
.embedded h1{font-size:2rem}
.embedded .what .mark{width:2.25rem;height:2.25rem}
.embedded .signal{display:none}
@media (min-width:48rem){.columns{grid-template-columns:1fr 1fr}.wide{grid-column:1/-1}.signals{columns:2;column-gap:3rem}.signals li{break-inside:avoid}.signal{display:block}.hero{min-height:17rem}}
@media (forced-colors:active){.mark{forced-color-adjust:none}.hero,.graver{border:2px solid}}
@media print{@page{size:A4;margin:12mm}nav,.screen,footer,.careful[hidden],[data-live]{display:none!important}body{font-size:10pt}.advice li{padding:.15rem 0}.hero,.graver,header{padding:.4rem 0}.hero{min-height:0}section{margin:0;break-inside:avoid}.columns p{margin:.4rem 0}.columns{padding:.75rem 0}.hero .say{font-size:14pt}h1{font-size:30pt}.what .mark{width:3.25rem;height:3.25rem}.mark.inverse{fill:#000!important;color:#fff!important}.signals{columns:2}.signals li,.changes li,.days li{min-height:0;padding:.2rem 0}.hero,.graver,.careful,header{color:#000!important;background:none!important;border-bottom:2px solid #000}.signal{display:none}.columns{grid-template-columns:1fr 1fr;gap:.5rem 2rem}.wide{grid-column:1/-1}}
`.trim();

/** The style of the sheet for a pole: A4, and grey will do. */
export const SHEET_STYLE = `
@page{size:A4;margin:16mm}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#17212b;font:14pt/1.4 "Titillium Web",system-ui,"Segoe UI",Roboto,sans-serif}
main{max-width:178mm;margin:0 auto;padding:6mm 0}
p{margin:0}
.comune{padding-bottom:6mm;border-bottom:1mm solid}
h1{font-size:40pt;line-height:1.1;margin:12mm 0 3mm;overflow-wrap:anywhere}
.asks{font-size:20pt}
.code{display:flex;align-items:center;gap:10mm;margin:14mm 0}
.qr{flex:none;width:84mm;height:84mm}
.qr svg{display:block;width:100%;height:100%}
h2{font-size:18pt;margin:0 0 3mm}
.code p{margin-bottom:6mm;overflow-wrap:anywhere}
ul{list-style:none;display:flex;gap:4mm;margin:0;padding:6mm 0;border-top:.5mm solid}
li{flex:1;display:flex;gap:3mm;font-size:11pt;line-height:1.25}
.symbols{position:absolute;width:0;height:0}
.mark{flex:none;width:10mm;height:10mm;stroke:#17212b;stroke-width:1.5;color:#17212b}
.mark[data-color=verde]{fill:#18763c;color:#fff}
.mark[data-color=giallo]{fill:#ffd21f}
.mark[data-color=arancio]{fill:#ff8a1f}
.mark[data-color=rosso]{fill:#c4142a;color:#fff}
.call{display:flex;justify-content:space-between;gap:6mm;margin-top:4mm;padding-top:4mm;border-top:.5mm solid}
.dark,.call{font-size:12pt}
@media screen{body{padding:0 1rem}}
@media screen and (max-width:40rem){.code,ul,.call{flex-direction:column;align-items:flex-start}.qr{width:100%;height:auto}}
@media print{.mark{print-color-adjust:exact}}
`.trim();

/**
 * Shows a change at once, from the event that tells of it, and reads the rest a little later, for all open pages do.
 * When nothing has been heard of the server for long, it says that the page is cut off, and as of when what it shows is
 * known.
 */
export const PAGE_SCRIPT = `
(function () {
  'use strict';
  if (!window.EventSource || !window.fetch || !window.DOMParser) return;
  var QUIET_MS = 45000;
  var SPREAD_MS = 5000;
  var CACHED_AT_MOST_MS = 60000;
  var RETRY_MS = 2000;
  var heard = Date.now();
  var loadsAt = Infinity;
  function show(name, shown) {
    Array.from(document.querySelectorAll('[data-' + name + ']')).forEach(function (part) { part.hidden = !shown; });
  }
  function asOf(root) { return Number(root.querySelector('[data-as-of]').getAttribute('data-as-of')); }
  function tellLink() {
    var cutOff = Date.now() - heard > QUIET_MS;
    document.body.classList.toggle('cut-off', cutOff);
    show('cut-off', cutOff);
    show('live', !cutOff);
    show('still', false);
  }
  // What the server writes, and nothing else, is taken for HTML and for a script.
  function same(text) { return text; }
  var trusted = window.trustedTypes
    ? window.trustedTypes.createPolicy('semaforo', { createHTML: same, createScriptURL: same })
    : { createHTML: same, createScriptURL: same };
  function load() {
    fetch(location.href, { cache: 'no-store' }).then(function (answer) {
      if (answer.status === 404) location.reload();
      return answer.ok && answer.text().then(function (text) {
        var page = new DOMParser().parseFromString(trusted.createHTML(text), 'text/html');
        // A cache on the way may still have what was before the event.
        var older = asOf(document) - asOf(page);
        if (older > 0 && older < CACHED_AT_MOST_MS) { loadsAt = Date.now() + RETRY_MS; return; }
        var part = document.querySelector('main') ? 'main' : '#adesso';
        document.title = page.title;
        document.querySelector(part).replaceWith(document.importNode(page.querySelector(part), true));
        loadsAt = Infinity;
        tellLink();
        prepareNotices();
      });
    }).catch(function () {});
  }
  var events = new EventSource(document.body.dataset.events);
  events.addEventListener('changed', function (event) {
    document.getElementById('adesso').innerHTML = trusted.createHTML(event.data);
    // What stands below is of before, until it is read again.
    var below = document.querySelector('.columns');
    if (below) { below.classList.add('before'); below.setAttribute('aria-busy', 'true'); }
    tellLink();
    loadsAt = Math.min(loadsAt, Date.now() + Math.random() * SPREAD_MS);
  });
  events.addEventListener('gone', load);
  events.addEventListener('alive', function () {
    // What changed while it was cut off was not told.
    if (Date.now() - heard > QUIET_MS) loadsAt = 0;
    heard = Date.now();
    tellLink();
  });
  setInterval(function () { if (Date.now() >= loadsAt || Date.now() - heard > QUIET_MS) load(); tellLink(); }, 2000);
  document.addEventListener('visibilitychange', function () { if (!document.hidden) load(); });
  tellLink();

  function bytesOf(text) {
    var raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(raw, function (letter) { return letter.charCodeAt(0); });
  }
  function textOf(bytes) {
    var raw = String.fromCharCode.apply(null, new Uint8Array(bytes));
    return btoa(raw).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
  }
  function send(method, address, body) {
    return fetch(address, { method: method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      .then(function (answer) { if (!answer.ok) throw new Error(String(answer.status)); });
  }
  /** Registered for this Comune only, once somebody asks for it. */
  function prepareNotices() {
    var form = document.querySelector('[data-notify]');
    if (!form || !navigator.serviceWorker || !window.PushManager || !window.Notification) return;
    var address = form.dataset.notify;
    var scope = address.replace(/\\/avvisi$/, '');
    var button = form.querySelector('button');
    var line = form.querySelector('p');
    var choice = form.querySelector('label');
    var subscription = null;
    function mark(found, text) {
      subscription = found;
      button.textContent = found ? form.dataset.off : form.dataset.ask;
      choice.hidden = found !== null;
      line.textContent = text || (found ? form.dataset.on : '');
      button.disabled = false;
    }
    function subscribe() {
      return Notification.requestPermission().then(function (permission) {
        if (permission !== 'granted') { mark(null, form.dataset.denied); return; }
        return fetch(address).then(function (answer) { return answer.json(); }).then(function (answer) {
          return navigator.serviceWorker.register(trusted.createScriptURL(scope.replace(/[^/]*$/, '-/avvisi.js')), { scope: scope })
            .then(function (registration) {
              return whenActive(registration).then(function () {
                return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(answer.key) });
              });
            });
        }).then(function (made) {
          var body = { endpoint: made.endpoint, p256dh: textOf(made.getKey('p256dh')), auth: textOf(made.getKey('auth')), from: form.querySelector('select').value };
          return send('POST', address, body).then(function () { mark(made); }, function (error) {
            made.unsubscribe();
            throw error;
          });
        });
      });
    }
    function whenActive(registration) {
      if (registration.active) return Promise.resolve();
      var worker = registration.installing || registration.waiting;
      return new Promise(function (resolve) {
        worker.addEventListener('statechange', function () { if (worker.state === 'activated') resolve(); });
      });
    }
    function unsubscribe() {
      var endpoint = subscription.endpoint;
      return subscription.unsubscribe().then(function () { return send('DELETE', address, { endpoint: endpoint }); })
        .then(function () { mark(null); });
    }
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      button.disabled = true;
      (subscription ? unsubscribe() : subscribe()).catch(function () { mark(subscription, form.dataset.failed); });
    });
    navigator.serviceWorker.getRegistration(scope).then(function (registration) {
      var own = registration && new URL(registration.scope).pathname === scope ? registration : null;
      return own ? own.pushManager.getSubscription() : null;
    }).then(function (found) { mark(found); form.hidden = false; }).catch(function () {});
  }
  prepareNotices();
})();
`.trim();

/** Shows what citizens asked to be told of, and ends that with one tap. Its scope is the page of one Comune. */
export const NOTICES_WORKER = `
'use strict';
self.addEventListener('push', function (event) {
  var message = event.data.json();
  event.waitUntil(self.registration.showNotification(message.title, {
    body: message.text, tag: message.key, renotify: true, data: { path: message.path }, lang: 'it',
    actions: [{ action: 'off', title: 'Non avvisarmi più' }],
  }));
});
self.addEventListener('notificationclick', function (event) {
  event.notification.close();
  if (event.action !== 'off') return event.waitUntil(self.clients.openWindow(event.notification.data.path));
  event.waitUntil(self.registration.pushManager.getSubscription().then(function (subscription) {
    if (!subscription) return;
    return Promise.all([subscription.unsubscribe(), fetch(self.registration.scope + '/avvisi', {
      method: 'DELETE', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ endpoint: subscription.endpoint }),
    })]);
  }));
});
`.trim();
