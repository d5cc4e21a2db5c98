const COPY_PER_ITEM = 'In a loop this copies the list for each of its items: use groupBy, or push.';
const OWN_CLOCK = 'What decides is given the time: take a Clock.';

/** Rules for which neither Biome nor oxlint has one of its own. */
export default {
  meta: { name: 'semaforo' },
  rules: {
    'no-copy-per-item': {
      create: (context) => ({
        'CallExpression[callee.property.name="set"] > ArrayExpression > SpreadElement'(node) {
          context.report({ node, message: COPY_PER_ITEM });
        },
      }),
    },
    'no-own-clock': {
      create: (context) => {
        const report = (node) => context.report({ node, message: OWN_CLOCK });
        return {
          'MemberExpression[object.name="Date"][property.name="now"]': report,
          'NewExpression[callee.name="Date"][arguments.length=0]': report,
        };
      },
    },
  },
};
