import type { IncomingMessage, ServerResponse } from 'node:http';

/** The methods of the Bot API that the bot calls. */
export type Method = 'getMe' | 'getUpdates' | 'sendMessage';

/** An error as Telegram words it. */
export type ErrorAnswer = { error_code: number; description: string; parameters?: object };

/**
 * How a call fails: with an error of Telegram, or without a valid answer. `taken-then-hang` has its effect but never
 * answers.
 */
export type Fault = ErrorAnswer | 'hang' | 'taken-then-hang' | 'reset' | 'garbage' | 'nonsense';

/** Answers a call with a JSON body. */
export type Answer = (body: object) => void;

export const TOO_MANY = (retry_after: number): ErrorAnswer => ({
  error_code: 429,
  description: `Too Many Requests: retry after ${retry_after}`,
  parameters: { retry_after },
});
export const UNAUTHORIZED: ErrorAnswer = { error_code: 401, description: 'Unauthorized' };
export const CONFLICT: ErrorAnswer = {
  error_code: 409,
  description:
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
};
export const SERVER_ERROR: ErrorAnswer = { error_code: 502, description: 'Bad Gateway' };
export const BLOCKED: ErrorAnswer = {
  error_code: 403,
  description: 'Forbidden: bot was blocked by the user',
};

/** The faults that are planned, one per method. */
export function createFaultPlan() {
  const planned = new Map<string, { fault: Fault; times: number }>();
  return {
    /** The next calls of a method fail so, that many times or until healed. */
    fail: (method: Method, fault: Fault, times = Number.POSITIVE_INFINITY) => {
      planned.set(method, { fault, times });
    },
    heal: (method: Method) => {
      planned.delete(method);
    },
    /** The fault of this call, if one is planned. */
    take: (method: string): Fault | undefined => {
      const plan = planned.get(method);
      if (!plan) return undefined;
      plan.times -= 1;
      if (plan.times <= 0) planned.delete(method);
      return plan.fault;
    },
  };
}

/** Fails one call. */
export function failBy(
  fault: Fault,
  call: { request: IncomingMessage; response: ServerResponse; answer: Answer; act: () => void },
): void {
  if (fault === 'hang') return;
  if (fault === 'taken-then-hang') call.act();
  else if (fault === 'reset') call.request.socket.destroy();
  else if (fault === 'garbage') call.response.end('<html>502 Bad Gateway</html>');
  else if (fault === 'nonsense') call.answer({ ok: true, result: null });
  else call.answer({ ok: false, ...fault });
}
