import type { RequestContext } from '../request-context.server.ts'

/** The cookies of `app/offline/unsent.ts`, by kind. */
function unsentCookies({ request }: Pick<RequestContext, 'request'>): Map<string, number> {
  const cookies = request.headers.get('Cookie') ?? ''
  const found = cookies.matchAll(/(?:^|;\s*)unsent-([a-z-]{1,20})=(\d{1,4})(?=;|$)/g)
  return new Map([...found].map(([, kind = '', count]) => [kind, Number(count)]))
}

/** How many things the device keeps that were not sent yet, by its own account. */
export const unsentCount = (app: Pick<RequestContext, 'request'>): number =>
  [...unsentCookies(app).values()].reduce((sum, count) => sum + count, 0)

/**
 * Makes the device forget: what its pages kept, queues among it, and that anything waits, by the
 * plain name that the page gave it on any origin. For the answer to signing out.
 */
export function forgetDevice(app: RequestContext, answer: Response): Response {
  for (const kind of unsentCookies(app).keys())
    app.setCookies.push(`unsent-${kind}=; Max-Age=0; Path=/`)
  answer.headers.set('Clear-Site-Data', '"storage"')
  return answer
}
