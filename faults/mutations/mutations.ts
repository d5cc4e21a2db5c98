/** A fault that is put into the server: a piece of its source, and what takes its place. */
export type Mutation = { name: string; file: string; from: string; to: string };

const DOMAIN = 'packages/contract/src/domain';
const DEVICE = `${DOMAIN}/device`;
const SERVER = 'apps/server/src';

/** Dropped checks, swapped orders, forgotten clears: each is to be found by what the simulation judges. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a retained report counts as live',
    file: `${DOMAIN}/live-message.ts`,
    from: 'if (said.retained) return afterRetained(',
    to: 'if (said.retained && !said) return afterRetained(',
  },
  {
    name: 'a lamp that goes dark stays lit',
    file: `${DOMAIN}/live-message.ts`,
    from: 'lamps: { ...state.lamps, [lamp]: { on, reportedAt: now, reportedIn: session } },',
    to: 'lamps: { ...state.lamps, [lamp]: { on: on || state.lamps[lamp]?.on === true, reportedAt: now, reportedIn: session } },',
  },
  {
    name: 'what is desired is not compared',
    file: `${DOMAIN}/desired.ts`,
    from: 'if (desired === null || pending !== null || shown === null) return false;',
    to: 'if (desired === null || pending === null || shown === null) return false;',
  },
  {
    name: 'several lamps are no error',
    file: `${DOMAIN}/live-message.ts`,
    from: 'return pending === null ? severalLitReason(state.lamps) : null;',
    to: 'return pending === null ? null : severalLitReason(state.lamps);',
  },
  {
    name: 'a confirmation needs only the new lamp',
    file: `${DOMAIN}/confirmation.ts`,
    from: 'return lit.length === 1 && lit[0] === status;',
    to: 'return lit.includes(status as never);',
  },
  {
    name: 'a written command is confirmed',
    file: `${DEVICE}/step-delivery.ts`,
    from: "return { ...delivery, isWhole: true, phase: { name: 'written', checkAt: now + CHECK_EVERY_MS } };",
    to: "return { ...delivery, isWhole: true, result: { state: 'confirmed' }, phase: { name: 'written', checkAt: now + CHECK_EVERY_MS } };",
  },
  {
    name: 'an overdue delivery never ends',
    file: `${DEVICE}/step-delivery.ts`,
    from: 'if (now < windowEndsAt) return delivery;',
    to: 'if (now < windowEndsAt + 1e9) return delivery;',
  },
  {
    name: 'what could not be sent never ends',
    file: `${DEVICE}/step-delivery.ts`,
    from: 'if (now < plan.deadlineAt) return delivery;',
    to: 'if (now < plan.deadlineAt + 1e9) return delivery;',
  },
  {
    name: 'a signal that left its warning is not due',
    file: `${DEVICE}/reassertion.ts`,
    from: "return hold.state === 'milder' && wait !== undefined ? hold.since + wait : null;",
    to: "return hold.state === 'in-sync' && wait !== undefined ? hold.since + wait : null;",
  },
  {
    name: 'a dark signal is not milder than its warning',
    file: `${DEVICE}/reassertion.ts`,
    from: 'gravityOf(reported) < gravityOf(desired)',
    to: 'gravityOf(reported) < gravityOf(desired) && gravityOf(reported) >= 0',
  },
  {
    name: 'a signal is held only once for ever',
    file: `${DEVICE}/step-device.ts`,
    from: 'return held !== null && held <= now ? { ...next, reasserted: 0 } : next;',
    to: 'return held !== null && held <= now ? { ...next, reasserted: null } : next;',
  },
  {
    name: 'a command that is over stays pending',
    file: `${DEVICE}/step-device.ts`,
    from: "      return nothingPending(state);\n    case 'taken-back'",
    to: "      return state;\n    case 'taken-back'",
  },
  {
    name: 'a command changes not what is desired',
    file: `${DEVICE}/step-device.ts`,
    from: 'return { ...state, pending: desired.value, pendingOnPeer: null, desired, reasserted };',
    to: 'return { ...state, pending: desired.value, pendingOnPeer: null, desired: state.desired ?? desired, reasserted };',
  },
  {
    name: 'a device that is back stays in error',
    file: `${DEVICE}/step-device.ts`,
    from: 'return state.errorReason === OFFLINE ? withoutError(state) : state;',
    to: 'return state;',
  },
  {
    name: 'a lost link leaves its lamps fresh',
    file: `${DEVICE}/device-view.ts`,
    from: 'return isOpen && reportedIn === session;',
    to: 'return reportedIn !== null && session > 0;',
  },
  {
    name: 'a key acts each time',
    file: `${SERVER}/http/idempotency.ts`,
    from: 'if (first) return answerAgain(first, requestHash);',
    to: 'if (first && first.requestHash !== requestHash) return answerAgain(first, requestHash);',
  },
  {
    name: 'a seal forgets the one before it',
    file: `${SERVER}/records/seal-audit.ts`,
    from: 'hash = sealOf(hash, row);',
    to: 'hash = sealOf(FIRST_SEAL, row);',
  },
  {
    name: 'a message may arrive at any time',
    file: `${SERVER}/commands/delivery-runner.ts`,
    from: 'expiresAt: delivery.machine.sendUntil,',
    to: 'expiresAt: delivery.machine.sendUntil + 1e7,',
  },
  {
    name: 'a lost link is not made again',
    file: `${SERVER}/broker/broker-link.ts`,
    from: "logger.warn({ reason }, 'broker connection lost');\n    backoff.retryLater();",
    to: "logger.warn({ reason }, 'broker connection lost');",
  },
  {
    name: 'pages are not told of changed records',
    file: `${SERVER}/live/live-feed.ts`,
    from: "publish(byOwner, (viewer, all) => live.emit(viewer, 'device_status', all));",
    to: 'byOwner.clear();',
  },
  {
    name: 'no person is notified of an alarm',
    file: `${SERVER}/incidents/escalate.ts`,
    from: ".where('next_tell_at', '<=', now)",
    to: ".where('next_tell_at', '<', 0)",
  },
  {
    name: 'a machine lowers a signal',
    file: `${DOMAIN}/what-applies.ts`,
    from: 'return Math.max(last ? gravityOf(last.value) : -1, shown ? gravityOf(shown) : -1) <= gravity;',
    to: 'return gravity >= -1;',
  },
  {
    name: 'a plan lowers what a person lit',
    file: `${DOMAIN}/what-applies.ts`,
    from: "return madeAt === null && last && !last.ofSchedule && lowers(last.value) ? 'persona' : undefined;",
    to: "return madeAt === null && last && !last && lowers(last.value) ? 'persona' : undefined;",
  },
  {
    name: 'a schedule that is due is not found',
    file: `${SERVER}/scheduling/due-schedules.repository.ts`,
    from: "        .where('execute_at', '<=', now)\n        .limit(1)",
    to: "        .where('execute_at', '<=', now - 86_400_000)\n        .limit(1)",
  },
  {
    name: 'citizens read the mildest of the colors that are shown',
    file: `${SERVER}/public/channel-level.ts`,
    from: '[...SIGNAL_COLORS].reverse().find(',
    to: '[...SIGNAL_COLORS].find(',
  },
];
