import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { appointmentsPage } from '#app/domain/appointments/appointment-pages.server.ts'
import { typeWords } from '#app/domain/appointments/appointment-view.ts'
import { toMyAppointments } from '#app/domain/appointments/appointment-words.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { MyAppointments } from '#app/ui/appointments/my-appointments.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['button', 'class-row', 'lines', 'say', 'state'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Appointments', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const { types, mine, shell } = await appointmentsPage(ctx, viewer)
  const { slug, name, locale } = ctx.studio
  return {
    studio: { slug, name },
    locale,
    types: types.map((type) => ({
      id: type.id,
      name: type.name,
      description: type.description,
      words: typeWords(type, ctx.studio),
    })),
    mine: toMyAppointments(mine, ctx.now, ctx.studio),
    shell,
  }
}

export default function Appointments() {
  const { studio, locale, types, mine } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <div className="stack">
        <h1>Appointments</h1>
        <p className="soft">Time with a coach of {studio.name}, for you alone or with a friend.</p>
      </div>
      {mine.length > 0 && <MyAppointments appointments={mine} studio={studio} locale={locale} />}
      {types.length > 0 ? (
        <section className="stack" aria-labelledby="offered">
          <h2 id="offered">Book one</h2>
          <ul className="lines">
            {types.map(({ id, name, description, words }) => (
              <li key={id}>
                <a className="go" href={paths.appointmentSlots(studio, id)}>
                  <span>
                    <b>{name}</b>
                    <br />
                    <span className="soft">{words}</span>
                    {description && (
                      <>
                        <br />
                        <span className="soft">{description}</span>
                      </>
                    )}
                  </span>
                  <Icon name="next" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <State icon="calendar" title="No appointments to book">
          <p>{studio.name} isn’t offering appointments online at the moment.</p>
          <p className="pair">
            <a className="button primary" href={paths.timetable(studio)}>
              See the timetable
            </a>
          </p>
        </State>
      )}
    </Main>
  )
}
