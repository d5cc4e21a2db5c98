/** The server refused a call. `message` is its Italian sentence, or empty when it gave none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The kebab-case code of the refusal; `unknown` when the answer has none. */
  readonly code: string;

  constructor(failure: { status: number; code: string; message: string }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
  }
}

/** The server could not be reached at all. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('Server non raggiungibile', { cause });
  }
}

/** The refusal that an unsuccessful response carries. Reads the body of the response. */
export async function readApiError(response: Response): Promise<ApiError> {
  // A proxy in between may answer with something that is not JSON.
  const body: unknown = await response.json().catch(() => undefined);
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const sentence = [fields.message, fields.error].find((text) => typeof text === 'string') ?? '';
  const code = typeof fields.code === 'string' ? fields.code : 'unknown';
  return new ApiError({ status: response.status, code, message: String(sentence) });
}
