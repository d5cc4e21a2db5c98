/**
 * Answers what is asked one by one within one turn by one reading, for all that asked: of a crowd each asks the same.
 * An answer is read after its question was asked, never taken from before.
 */
export function askTogether<Question, Answers>(
  read: (questions: readonly Question[]) => Promise<Answers>,
): (question: Question) => Promise<Answers> {
  let next: { questions: Question[]; answers: Promise<Answers> } | undefined;
  return (question) => {
    if (next) {
      next.questions.push(question);
      return next.answers;
    }
    const questions = [question];
    const answers = allHaveAsked().then(() => {
      next = undefined;
      return read(questions);
    });
    next = { questions, answers };
    return answers;
  };
}

/** Those who go on in this turn do so in microtasks; what is to come after them is called when these are done. */
async function allHaveAsked(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
