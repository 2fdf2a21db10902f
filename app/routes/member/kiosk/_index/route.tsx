import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { enterAtKiosk, kioskPage } from '#app/domain/reception/kiosk-page.server.ts'
import { type KioskSays, kioskSays } from '#app/domain/reception/kiosk-words.ts'
import { windowOf } from '#app/domain/reception/look-ahead.ts'
import { kioskEntry } from '#app/domain/reception/reception-forms.ts'
import { readFlash, redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { paths } from '#app/paths.ts'
import {
  kioskGuard,
  notAKiosk,
  viewAsKiosk,
} from '#app/routes/member/kiosk/kiosk-access/kiosk-access.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime } from '#app/values/wording.ts'
import { Kiosk } from './kiosk.tsx'

export const handle = { styles: ['button', 'kiosk'], bare: true } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Check in', { matches }),
  { name: 'robots', content: 'noindex' },
]

/** The start is read again this often, in seconds, and an answer leads back to it automatically. */
const [startsAnew, goesBack] = [300, 10]

const back = (path: string, seconds: number) => ({
  headers: { Refresh: `${seconds}; url=${path}` },
})

export const headers = ({
  loaderHeaders,
  actionHeaders,
}: {
  loaderHeaders: Headers
  actionHeaders?: Headers
}) => {
  const refresh = actionHeaders?.get('Refresh') ?? loaderHeaders.get('Refresh')
  return { 'Cache-Control': 'private, no-store', ...(refresh ? { Refresh: refresh } : {}) }
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, secret } = await viewAsKiosk(context)
  const page = await kioskPage(ctx, secret)
  if (!page) throw notAKiosk(ctx.studio)
  const { name, slug, locale } = ctx.studio
  const { until } = windowOf(ctx.now)
  const said = saidOf(readFlash(app)[0]?.text)
  return json(
    {
      said,
      codeOnly: page.proof === 'code',
      studio: { slug, name },
      classes: page.classes.map(({ title, localStart, startsAt }) => ({
        title,
        time: clockTime(localStart, locale),
        open: startsAt <= until,
      })),
    },
    back(paths.kiosk(ctx.studio), said ? goesBack : startsAnew),
  )
}

/**
 * A code, a pick, or letters of a name. Anyone who is in is led back (303) to a page that says so;
 * names to choose from, and why not (422), are on this one, and each goes back to the start by
 * itself.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, secret } = await viewAsKiosk(context)
  const submission = await parseForm(request, kioskEntry)
  const entry = submission.status === 'success' ? submission.value : { q: '' }
  const answer = await enterAtKiosk(ctx, secret, entry, kioskGuard(app))
  if (answer.kind === 'no_kiosk') throw notAKiosk(ctx.studio)
  const says = kioskSays(answer, ctx.studio)
  if (says.kind === 'in')
    return redirectWithFlash(app, paths.kiosk(ctx.studio), `${says.title}\n${says.text}`)
  const asks = answer.kind === 'found' || answer.kind === 'prove'
  const tooMany = answer.kind === 'again' && (answer.why === 'too_often' || answer.why === 'tries')
  const refused = tooMany ? 429 : 422
  return json(says, {
    ...back(paths.kiosk(ctx.studio), asks ? 4 * goesBack : goesBack),
    status: asks && !(answer.kind === 'prove' && answer.wrong) ? 200 : refused,
  })
}

/** What the press before this page did, as its redirect brought it. */
function saidOf(flash: string | undefined): KioskSays | undefined {
  if (!flash) return undefined
  const [title = '', text = ''] = flash.split('\n')
  return { kind: 'in', title, text }
}

export default function KioskPage() {
  const answer = useActionData<typeof action>() as KioskSays | undefined
  const { said, ...page } = useLoaderData<typeof loader>()
  return <Kiosk {...page} answer={answer ?? said} />
}
