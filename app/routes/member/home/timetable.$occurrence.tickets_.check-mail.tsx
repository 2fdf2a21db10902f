import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { orderFormPage } from '#app/domain/events/event-page.server.ts'
import { strangerMinutes } from '#app/domain/events/event-view.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const handle = { styles: ['back-link', 'button'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageTitle('Check your email', { matches }),
  { name: 'robots', content: 'noindex' },
]

/** Tells nothing of an order: anyone who looks has not shown that its address is theirs. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const page = await orderFormPage(ctx, viewer, params.occurrence ?? '', '')
  if (!page) throw notFound()
  const { event, shell } = page
  return {
    studio: { slug: ctx.studio.slug },
    id: event.id,
    name: event.name,
    minutes: count(Math.min(event.holdMinutes, strangerMinutes), 'minute'),
    devTools: app.devTools,
    shell,
  }
}

export default function OrderMailed() {
  const { studio, id, name, minutes, devTools } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, id)}>{name}</BackLink>
      <div className="stack">
        <h1>Check your email</h1>
        <p>
          We have sent you a link. Open it within {minutes} and confirm: the tickets are yours then.
          Until that time nobody else can order them.
        </p>
      </div>
      <MailedNote devTools={devTools}>
        Nothing came? Check your spam, or <a href={paths.orderTickets(studio, id)}>order again</a>{' '}
        and check the address.
      </MailedNote>
    </Main>
  )
}
