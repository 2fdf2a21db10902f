import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { loadStatus } from '#app/http/public-pages/status.server.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Status', args)

export const handle = { styles: ['lines', 'tag'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { status, init } = await loadStatus(app)
  return json(status, init)
}

const words = { working: 'Working', late: 'Late', off: 'Off' } as const
const tags = { working: 'tag good', late: 'tag bad', off: 'tag' } as const

/** Whether reminders, mail and payments are at work, for people and for a monitor (503). */
export default function StatusPage() {
  const { well, parts } = useLoaderData<typeof loader>()
  return (
    <SiteFrame>
      <Main slim>
        <h1>{well ? 'Everything is working' : 'Something is late'}</h1>
        <p className="soft">
          {well
            ? 'What Cadence does by itself, as of this moment.'
            : 'You can still book, and pay at the desk. Late work is done as soon as it runs again.'}
        </p>
        <ul className="lines">
          {parts.map(({ id, name, state, says }) => (
            <li key={id}>
              <strong>{name}</strong> <span className={tags[state]}>{words[state]}</span>
              <br />
              <span className="soft">{says}</span>
            </li>
          ))}
        </ul>
        <p className="soft">
          A monitor can ask <a href={paths.statusData()}>status.json</a>: it answers 503 while
          something is late.
        </p>
      </Main>
    </SiteFrame>
  )
}
