/** What is answered where something broke and no page says so. */
export const brokenWords =
  'Something went wrong on our side. It has been noted; try again in a minute.'

/** `answer`, with our words in place of those of the framework for a resource that broke. */
export function inOurWords(answer: Response): Response {
  const bare = answer.headers.get('Content-Type')?.startsWith('text/plain') ?? false
  return answer.status === 500 && bare ? new Response(brokenWords, answer) : answer
}
