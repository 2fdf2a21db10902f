/** What a thrown refusal carries to the page of errors. */
export type RefusalPage = {
  refusal: string
  message: string
  back: string
  /** Where it is no press that was refused: what the page says instead, and what `back` leads to. */
  title?: string
  way?: string
}

/** The refusal in an error's data; null when it is none. */
export function refusalIn(data: unknown): RefusalPage | null {
  const { refusal, message, back, ...page } = (data ?? {}) as Partial<RefusalPage>
  return typeof refusal === 'string' && typeof message === 'string' && typeof back === 'string'
    ? { ...page, refusal, message, back }
    : null
}

/** What a 404 carries for an address that names no studio: those that may have been meant. */
export type NoSuchStudio = { near: { slug: string; name: string; town: string }[] }

/** The near studios in an error's data; null when it is another error. */
export function noSuchStudioIn(data: unknown): NoSuchStudio | null {
  const { near } = (data ?? {}) as Partial<NoSuchStudio>
  return Array.isArray(near) ? { near } : null
}
