const COPY_PER_ITEM = 'In a loop this copies the list for each of its items: use groupBy, or push.';

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
  },
};
