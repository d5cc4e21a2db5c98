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
.cut-off .hero{filter:grayscale(.85)}
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
.advice li{padding:.45rem 0 .45rem 1.25rem;position:relative}
.advice li::before{content:"";position:absolute;left:0;top:1rem;width:.5rem;height:.5rem;background:currentColor;border-radius:50%}
.call{display:flex;flex-wrap:wrap;gap:.75rem;margin:.75rem 0 0}
.call a{flex:1 1 9rem;padding:.6rem .9rem;border:2px solid currentColor;border-radius:.4rem;text-decoration:none;font-size:.9375rem}
.call b{display:block;font-size:1.25rem}
.days li,.signals li,.changes li{display:flex;align-items:center;gap:.75rem;border-bottom:1px solid var(--line);padding:.6rem 0;min-height:2.75rem}
.days p{margin:.1rem 0 0;font-size:.9375rem;color:var(--soft)}
.signals small{margin-left:auto;text-align:right;font-size:.9375rem}
.changes time{flex:0 0 9rem;color:var(--soft);font-size:.9375rem}
.links li{padding:.6rem 0}
.links a{color:inherit}
.source{color:var(--soft);font-size:.9375rem}
.mark{flex:none;width:1.75rem;height:1.75rem}
.mark path{stroke:var(--ink);stroke-width:1.5}
.mark[data-color=verde] path{fill:#18763c}
.mark[data-color=giallo] path{fill:#ffd21f}
.mark[data-color=arancio] path{fill:#ff8a1f}
.mark[data-color=rosso] path{fill:#c4142a}
.mark path.letter{stroke:none;fill:#17212b}
.mark[data-color=verde] .letter,.mark[data-color=rosso] .letter{fill:#fff}
.graver .mark path{stroke:currentColor}
.mark.inverse path{stroke:none;fill:#17212b}
.mark.inverse[data-color=verde] path,.mark.inverse[data-color=rosso] path{fill:#fff}
.mark.inverse[data-color=verde] .letter{fill:#18763c}
.mark.inverse[data-color=giallo] .letter{fill:#ffd21f}
.mark.inverse[data-color=arancio] .letter{fill:#ff8a1f}
.mark.inverse[data-color=rosso] .letter{fill:#c4142a}
.question{flex:none;width:1.75rem;height:1.75rem;border:2px dashed currentColor;border-radius:.3rem;text-align:center;font-weight:700;line-height:1.5rem}
.embedded .hero{padding:.75rem 1rem;min-height:0}
.embedded .name{font-weight:700}
.embedded h1{font-size:2rem}
.embedded .what .mark{width:2.25rem;height:2.25rem}
.embedded .signal{display:none}
@media (min-width:48rem){.columns{grid-template-columns:1fr 1fr}.wide{grid-column:1/-1}.signals{columns:2;column-gap:3rem}.signals li{break-inside:avoid}.signal{display:block}.hero{min-height:17rem}}
@media (forced-colors:active){.mark path,.mark .letter{forced-color-adjust:none}.hero,.graver{border:2px solid}}
@media print{nav,.links,footer{display:none}.hero,.graver,.careful,header{color:#000!important;background:none!important;border-bottom:2px solid #000}.signal{display:none}.columns{display:block}}
`.trim();

/**
 * Loads the page again when the server says that it has changed, once the server is there to give it. When nothing has
 * been heard of the server for long, it says that the page is cut off, and since when what it shows is known.
 */
export const PAGE_SCRIPT = `
(function () {
  'use strict';
  if (!window.EventSource || !window.fetch) return;
  var QUIET_MS = 45000;
  var heard = Date.now();
  var hasChanged = false;
  function show(name, shown) {
    Array.from(document.querySelectorAll('[data-' + name + ']')).forEach(function (part) { part.hidden = !shown; });
  }
  function tellLink() {
    var cutOff = Date.now() - heard > QUIET_MS;
    document.body.classList.toggle('cut-off', cutOff);
    show('cut-off', cutOff);
    show('live', !cutOff);
  }
  function load() {
    fetch(location.href, { cache: 'no-store' }).then(function (answer) {
      if (answer.ok || answer.status === 404) location.reload();
    }).catch(function () {});
  }
  var events = new EventSource(document.body.dataset.events);
  events.addEventListener('changed', function () { hasChanged = true; load(); });
  events.addEventListener('alive', function () {
    // What changed while it was cut off was not told.
    if (Date.now() - heard > QUIET_MS) load();
    heard = Date.now();
    tellLink();
  });
  setInterval(function () { if (hasChanged || Date.now() - heard > QUIET_MS) load(); tellLink(); }, 5000);
  document.addEventListener('visibilitychange', function () { if (!document.hidden) load(); });
  tellLink();
})();
`.trim();
