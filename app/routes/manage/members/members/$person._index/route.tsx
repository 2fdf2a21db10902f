import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { tabsFor } from '#app/domain/overview/history/history-tabs.ts'
import { personPage } from '#app/domain/overview/person-page.server.ts'
import { personProfile } from '#app/domain/overview/person-profile-words.ts'
import { findMergedInto } from '#app/domain/people/merge-person-statements.server.ts'
import { noteForm } from '#app/domain/people/person-fields.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { paths } from '#app/paths.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AddNote } from '#app/ui/staff/add-note.tsx'
import { PersonTabs } from '#app/ui/staff/person-tabs.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { MoreActs } from './more-acts.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonHead, PersonNotices } from './person-head.tsx'
import { PersonStory } from './person-timeline.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.profile.person.name ?? 'Members', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:read')
  const page = await personPage(ctx, params.person ?? '')
  if (!page) {
    const into = await findMergedInto(ctx, params.person ?? '')
    throw into ? redirect(paths.managePerson(ctx.studio, into), 301) : notFound()
  }
  const { slug } = ctx.studio
  const write = may(viewer.role, 'people:write')
  return {
    rules: fieldRules(noteForm),
    studio: { slug },
    photo: portraitsOf(app)(page.person.photo),
    profile: personProfile(page, formatsAt(ctx.studio, ctx.now), {
      userId: viewer.userId,
      medical: may(viewer.role, 'medical:read'),
      fees: may(viewer.role, 'fees:read'),
    }),
    noteKey: newId(),
    tabs: tabsFor(viewer.role).map(({ id, name }) => ({ id, name })),
    today: localDate(ctx.now, ctx.studio.timeZone),
    can: {
      write,
      ban: may(viewer.role, 'people:ban'),
      erase: may(viewer.role, 'people:erase'),
      book: may(viewer.role, 'roster:write'),
      give: may(viewer.role, 'entitlements:write'),
      level: may(viewer.role, 'levels:write'),
      note: may(viewer.role, 'notes:write'),
      waive: may(viewer.role, 'fees:waive'),
      pay: may(viewer.role, 'payments:take'),
      invoice: may(viewer.role, 'invoices:write'),
    },
  }
}

export default function Person() {
  const { rules, studio, photo, profile, noteKey, tabs, today, can } =
    useLoaderData<typeof loader>()
  const { person } = profile
  const act = (
    name: Parameters<typeof paths.managePersonAct>[2],
    params?: Record<string, string>,
  ) => paths.managePersonAct(studio, person.id, name, params)
  return (
    <>
      <PersonHead
        profile={profile}
        photo={photo}
        tagPath={(tag) => paths.manageMembers(studio, { tag })}
        actions={
          <>
            {can.write && (
              <Link className="button" to={act('edit')}>
                Change details
              </Link>
            )}
            {can.write && profile.kioskPin && (
              <Link className="button quiet" to={act('pin')}>
                Set kiosk PIN
              </Link>
            )}
            {!person.archived && (
              <Link className="button quiet" to={paths.manageMessagesOf(studio, person.id)}>
                Messages
              </Link>
            )}
            {can.write && <MoreActs act={act} archived={person.archived} can={can} />}
            {can.give && !person.archived && (
              <Link className="button" to={paths.managePersonJoin(studio, person.id)}>
                Sell a membership
              </Link>
            )}
            {can.give && !person.archived && (
              <Link className="button" to={paths.managePersonSale(studio, person.id)}>
                Sell a package
              </Link>
            )}
            {can.invoice && !person.archived && (
              <Link className="button" to={paths.manageDraftNew(studio, { person: person.id })}>
                New invoice
              </Link>
            )}
            {can.book && !person.archived && (
              <Link className="button primary" to={act('booking')}>
                Book a class
              </Link>
            )}
          </>
        }
      />
      <PersonNotices
        profile={profile}
        feePath={can.waive ? (feeId) => paths.manageFee(studio, person.id, feeId) : null}
        payPaths={
          can.pay
            ? {
                take: (what, payerId = person.id) =>
                  paths.managePersonAct(studio, payerId, 'payment', { what }),
                payOut: act('pay-out'),
              }
            : null
        }
      />
      <PersonTabs {...{ studio, tabs }} personId={person.id} current="" write={can.write} />
      <div className="split">
        <section>
          <div className="section-head">
            <h2>Activity</h2>
          </div>
          {can.note && (
            <AddNote action={act('notes')} noteKey={noteKey} rules={rules} key={noteKey} />
          )}
          <PersonStory
            entries={profile.timeline}
            undoPath={can.write ? act('undo') : null}
            placePath={(occurrenceId, bookingId) =>
              paths.manageClassBooking(studio, occurrenceId, bookingId)
            }
          />
        </section>
        <PersonFacts
          profile={profile}
          act={act}
          pathOf={(id) => paths.managePerson(studio, id)}
          broughtPath={paths.manageMembers(studio, { referrer: person.id })}
          membershipPath={(id) => paths.manageMembership(studio, person.id, id)}
          lotActs={({ id, started, left }) => [
            { name: 'Adjust credits', path: act('credits', { lot: id }) },
            ...(started
              ? [{ name: 'Extend', path: paths.managePacks(studio, 'extend', { lot: id }) }]
              : []),
            ...(left > 0
              ? [
                  {
                    name: 'Transfer',
                    path: paths.managePersonTransfer(studio, person.id, { lot: id }),
                  },
                ]
              : []),
          ]}
          can={can}
          asOn={{ path: paths.managePersonAsOn(studio, person.id), today }}
        />
      </div>
    </>
  )
}
