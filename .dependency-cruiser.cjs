/** The import rules of docs/import-rules.md, one per row of its table. */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** What features stand on, or what puts them together. Every other folder is a feature, also one that is new. */
const NO_FEATURES = {
  server: ['database', 'http', 'platform'],
  web: ['api', 'app', 'lamps', 'lists', 'platform', 'screens', 'test', 'ui', 'ui-catalogue', 'worker'],
};
const FEATURE = `(${[...new Set(['server', 'web'].flatMap(featuresOf))].toSorted().join('|')})`;
const SERVER = '^apps/server/src';
/** What every feature may need of other servers. */
const CLUSTER_PORT = `${SERVER}/cluster/cluster\\.port\\.ts$`;
/** What open pages are sent. */
const FEED_PORT = `${SERVER}/live/live-feed\\.port\\.ts$`;
const WEB = '^apps/web/src';
/** How a feature has people notified, and the words that it shares with notifications. */
const NOTIFY = `${SERVER}/notifications/(notification|messages)\\.ts$`;
/** Sockets, name servers, other processes and threads, files. */
const MACHINE = '^(node:)?(child_process|dgram|dns|fs|http|https|net|tls|worker_threads)(/promises)?$';
/** Where features reach them: adapters, rooms that are nothing else, and files that come with the product. */
const ADAPTERS = [
  '\\.adapter\\.ts$',
  `${SERVER}/(broker|operations|devices/mosquitto|notifications/channels)/`,
  `${SERVER}/(bulletins/built-in-zones|records/archive-audit|users/common-passwords)\\.ts$`,
];
const TESTS = '(\\.test\\.tsx?$|^apps/[a-z]+/(src/)?test/|^packages/testing/)';

function featuresOf(app) {
  return readdirSync(join(__dirname, 'apps', app, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_FEATURES[app].includes(entry.name))
    .map(({ name }) => name);
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.config\\.ts$',
          '-from-sources\\.mjs$',
          TESTS,
          '^e2e/',
          '^bench/',
          '^faults/',
        ],
      },
      to: {},
    },
    {
      name: 'no-relative-import-across-workspaces',
      comment: 'a workspace imports another by its name, and so declares it',
      severity: 'error',
      from: { path: '^((packages|apps)/[^/]+|e2e|bench|faults)/', pathNot: '^apps/web/vite\\.config\\.ts$' },
      to: { dependencyTypes: ['local'], path: '^(packages|apps|e2e|bench|faults|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^packages/contract/src/domain', pathNot: TESTS },
      to: { pathNot: '^packages/contract/src/domain' },
    },
    {
      name: 'contract-knows-only-itself-and-zod',
      severity: 'error',
      from: { path: '^packages/contract/src/(api|live)', pathNot: TESTS },
      to: { pathNot: ['^packages/contract/src', 'node_modules/zod/'] },
    },
    {
      name: 'features-reach-the-machine-through-adapters',
      comment: 'what the simulation replaces has one place each: sockets, processes, threads and files',
      severity: 'error',
      from: { path: `${SERVER}/${FEATURE}/`, pathNot: [TESTS, ...ADAPTERS] },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], path: MACHINE },
    },
    {
      name: 'infrastructure-knows-no-feature',
      comment: 'platform, database and http are below every feature',
      severity: 'error',
      from: { path: `${SERVER}/(platform|database|http)/`, pathNot: TESTS },
      to: { path: `${SERVER}/${FEATURE}/` },
    },
    {
      name: 'platform-imports-downwards',
      comment: 'http over database over platform',
      severity: 'error',
      from: { path: `${SERVER}/platform/` },
      to: { path: `${SERVER}/(database|http)/` },
    },
    {
      name: 'database-is-below-http',
      severity: 'error',
      from: { path: `${SERVER}/database/` },
      to: { path: `${SERVER}/http/` },
    },
    {
      name: 'feature-knows-no-other-feature',
      comment: 'alerts, cluster, commands, devices and scheduling have a rule of their own below',
      severity: 'error',
      from: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [TESTS, `${SERVER}/(alerts|cluster|commands|devices|scheduling)/`],
      },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [`${SERVER}/$1/`, CLUSTER_PORT, FEED_PORT, NOTIFY],
      },
    },
    {
      name: 'cluster-names-types-of-others',
      severity: 'error',
      from: { path: `${SERVER}/cluster/`, pathNot: TESTS },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [`${SERVER}/cluster/`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'commands-know-devices-and-the-broker-port',
      severity: 'error',
      from: { path: `${SERVER}/commands/`, pathNot: TESTS },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [
          `${SERVER}/(commands|devices)/`,
          `${SERVER}/broker/broker-link\\.port\\.ts$`,
          CLUSTER_PORT,
          FEED_PORT,
          NOTIFY,
        ],
      },
    },
    {
      name: 'devices-know-the-ports-of-the-broker',
      severity: 'error',
      from: { path: `${SERVER}/devices/`, pathNot: TESTS },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [
          `${SERVER}/devices/`,
          `${SERVER}/broker/(broker-link|device-logins)\\.port\\.ts$`,
          CLUSTER_PORT,
          FEED_PORT,
        ],
      },
    },
    {
      name: 'scheduling-knows-commands',
      severity: 'error',
      from: { path: `${SERVER}/scheduling/`, pathNot: TESTS },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [`${SERVER}/(scheduling|commands)/`, CLUSTER_PORT, FEED_PORT, NOTIFY],
      },
    },
    {
      name: 'alerts-know-commands-and-scheduling',
      severity: 'error',
      from: { path: `${SERVER}/alerts/`, pathNot: TESTS },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [`${SERVER}/(alerts|scheduling|commands)/`, CLUSTER_PORT, FEED_PORT, NOTIFY],
      },
    },
    {
      name: 'modules-are-built-by-the-app',
      comment: 'their types may be named elsewhere',
      severity: 'error',
      from: { pathNot: [`${SERVER}/modules\\.ts$`, TESTS] },
      to: { path: '\\.module\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'modules-are-given-what-is-of-others',
      comment: 'of another module they name types only',
      severity: 'error',
      from: { path: `${SERVER}/${FEATURE}/[a-z]+\\.module\\.ts$` },
      to: {
        path: `${SERVER}/${FEATURE}/`,
        pathNot: [`${SERVER}/$1/`, CLUSTER_PORT],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'adapters-are-wired-in-their-module',
      severity: 'error',
      from: { pathNot: [`${SERVER}/[a-z]+/[a-z]+\\.module\\.ts$`, TESTS, '^bench/'] },
      to: { path: '\\.adapter\\.ts$' },
    },
    {
      name: 'repositories-know-the-database-and-the-contract',
      comment: 'and the values of their own module',
      severity: 'error',
      from: { path: `${SERVER}/([a-z]+)/.+\\.repository\\.ts$` },
      to: {
        path: '^apps/',
        pathNot: [`${SERVER}/(database|platform|$1)/`, CLUSTER_PORT],
      },
    },
    {
      name: 'repositories-stay-in-their-module',
      severity: 'error',
      from: { path: `${SERVER}/([^/]+)`, pathNot: TESTS },
      to: { path: '\\.repository\\.ts$', pathNot: [`${SERVER}/$1/`] },
    },
    {
      name: 'web-ui-is-words-free',
      severity: 'error',
      from: { path: `${WEB}/ui/`, pathNot: TESTS },
      to: { path: '^(apps|packages)/', pathNot: [`${WEB}/ui/`] },
    },
    {
      name: 'web-ui-catalogue-shows-blocks-only',
      comment: 'of the features only what is drawn from its properties alone',
      severity: 'error',
      from: { path: `${WEB}/ui-catalogue/`, pathNot: TESTS },
      to: {
        path: `${WEB}/`,
        pathNot: [
          `${WEB}/(ui|lamps|platform|devices|commands|ui-catalogue)/`,
          `${WEB}/api/last-command\\.ts$`,
        ],
      },
    },
    {
      name: 'web-ui-catalogue-is-not-in-the-product',
      comment: 'only ui.html loads it, in development',
      severity: 'error',
      from: { path: `${WEB}/`, pathNot: `${WEB}/ui-catalogue/` },
      to: { path: `${WEB}/ui-catalogue/` },
    },
    {
      name: 'web-platform-knows-the-contract-only',
      severity: 'error',
      from: { path: `${WEB}/platform/`, pathNot: TESTS },
      to: { path: `${WEB}/`, pathNot: [`${WEB}/platform/`] },
    },
    {
      name: 'web-api-is-the-network',
      severity: 'error',
      from: { path: `${WEB}/api/`, pathNot: TESTS },
      to: { path: `${WEB}/`, pathNot: [`${WEB}/(api|platform)/`] },
    },
    {
      name: 'web-lamps-are-drawings',
      severity: 'error',
      from: { path: `${WEB}/lamps/`, pathNot: TESTS },
      to: { path: `${WEB}/`, pathNot: [`${WEB}/(lamps|platform|ui)/`] },
    },
    {
      name: 'web-lists-are-of-any-rows',
      severity: 'error',
      from: { path: `${WEB}/lists/`, pathNot: TESTS },
      to: { path: `${WEB}/`, pathNot: [`${WEB}/(lists|platform|ui)/`] },
    },
    {
      name: 'web-feature-knows-no-other-feature',
      severity: 'error',
      from: { path: `${WEB}/${FEATURE}/`, pathNot: TESTS },
      to: { path: `${WEB}/(app|screens|${FEATURE.slice(1, -1)})/`, pathNot: [`${WEB}/$1/`] },
    },
    {
      name: 'screens-compose',
      comment: 'a screen fetches nothing itself',
      severity: 'error',
      from: { path: `${WEB}/screens/`, pathNot: TESTS },
      to: { path: [`${WEB}/(api|app)/`, 'socket\\.io-client'] },
    },
    {
      name: 'web-app-frames-the-screens',
      comment:
        'of the features only those that surround every screen; of api the query client, the session and the key of a wall',
      severity: 'error',
      from: { path: `${WEB}/app/`, pathNot: TESTS },
      to: {
        path: [
          `${WEB}/api/(?!query-client|session|kiosk-key)`,
          `${WEB}/screens/(?!.*\\.screen\\.)`,
          `${WEB}/${FEATURE}/`,
        ],
        pathNot: [`${WEB}/(live|users|scheduling|operations|commands|incidents|alerts|search)/`],
      },
    },
    {
      name: 'apps-share-only-packages',
      severity: 'error',
      from: { path: '^apps/([a-z]+)/src', pathNot: TESTS },
      to: { path: '^apps/', pathNot: ['^apps/$1/'] },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TESTS },
      to: { path: TESTS },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/dist-test-|/coverage/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'types'],
    },
  },
};
