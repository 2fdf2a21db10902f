import type { RefusalPage } from '#app/ui/state/refusal-page.ts'

/**
 * Thrown where a press is refused that has no form of its own to be told beside: a page with the
 * sentence, its code in `data-refusal`, and the way back, called `way` (422; 410 for a link that was
 * used). Nothing was done.
 */
export function refusalPage(
  code: string,
  message: string,
  back: string,
  status: 422 | 410 = 422,
  way?: string,
): Response {
  return Response.json({ refusal: code, message, back, way } satisfies RefusalPage, { status })
}
