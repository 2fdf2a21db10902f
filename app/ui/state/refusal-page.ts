/** What a thrown refusal carries to the page of errors. */
export type RefusalPage = { refusal: string; message: string; back: string }

/** The refusal in an error's data; null when it is none. */
export function refusalIn(data: unknown): RefusalPage | null {
  const { refusal, message, back } = (data ?? {}) as Partial<RefusalPage>
  return typeof refusal === 'string' && typeof message === 'string' && typeof back === 'string'
    ? { refusal, message, back }
    : null
}
