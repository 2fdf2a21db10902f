/** What a thrown refusal carries to the page of errors. */
export type RefusalPage = { refusal: string; said: string; back: string }

/** The refusal in an error's data; null when it is none. */
export function refusalIn(data: unknown): RefusalPage | null {
  const { refusal, said, back } = (data ?? {}) as Partial<RefusalPage>
  return typeof refusal === 'string' && typeof said === 'string' && typeof back === 'string'
    ? { refusal, said, back }
    : null
}
