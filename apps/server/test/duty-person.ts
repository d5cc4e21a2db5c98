import type { WrittenDutyPerson } from '@semaforo/contract/api/alarms';

/** A person on duty as a form writes them, by no channel but those given. */
export function writtenPerson(
  given: Partial<WrittenDutyPerson> & Pick<WrittenDutyPerson, 'name'>,
): WrittenDutyPerson {
  return {
    ...{ id: null, email: null, chat_id: null, push_id: null, ntfy: null, gotify: null },
    ...{ gotify_token: null, sms: null, voice: null, rules: {}, ...given },
  };
}
