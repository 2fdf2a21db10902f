import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { findLettersKept } from '#app/domain/messaging/keep-letters.server.ts'
import { monthsKept } from '#app/domain/messaging/letters-kept.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Settings', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'settings:write')
  const { studio } = ctx
  const { months } = await findLettersKept(ctx)
  return {
    settings: [
      {
        name: 'Contact details',
        text:
          [studio.contactEmail, studio.contactPhone].filter(Boolean).join(', ') ||
          'Nobody can see how to reach you yet.',
        path: paths.manageContact(studio),
      },
      {
        name: 'Invoice settings',
        text: 'Who your members pay, tax, and how invoices are numbered.',
        path: paths.manageInvoiceSettings(studio),
      },
      {
        name: 'Emails and texts',
        text: `Copies are kept for ${monthsKept(months)}.`,
        path: paths.manageLetters(studio),
      },
      {
        name: 'Documents to sign',
        text: 'Waivers and agreements people sign before they book.',
        path: paths.manageDocuments(studio),
      },
      {
        name: 'What members can do',
        text: 'Change details, cancel, bring guests, see who is coming, and more.',
        path: paths.managePortal(studio),
      },
      {
        name: 'Booking policies',
        text: 'When people can book and cancel, and what a late cancellation costs.',
        path: paths.managePolicies(studio),
      },
      {
        name: 'Editing attendance',
        text: 'For how long check-ins and no-shows can be corrected.',
        path: paths.manageAttendance(studio),
      },
      {
        name: 'Alerts at the door',
        text: 'What the desk sees when someone checks in.',
        path: paths.manageReceptionAlerts(studio),
      },
      {
        name: 'Kiosks',
        text: 'Tablets for self check-in, and what they ask for.',
        path: paths.manageKiosks(studio),
      },
      ...(may(viewer.role, 'studio:export')
        ? [
            {
              name: 'Download everything',
              text: 'All records of the studio as one archive.',
              path: paths.manageExport(studio),
            },
          ]
        : []),
    ],
  }
}

export default function Settings() {
  const { settings } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Settings" />
      <ul className="lines">
        {settings.map(({ name, text, path }) => (
          <li key={path}>
            <Link to={path}>{name}</Link> <span className="muted">{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
