import { Link } from '@remix-run/react'
import { funnelDefinitions } from '#app/domain/leads/funnel.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type Studio = { slug: string }

/** What can be done with leads as a whole. */
export function LeadsActions({
  studio,
  csv,
  can,
}: {
  studio: Studio
  csv: string
  can: { export: boolean; import: boolean; write: boolean }
}) {
  return (
    <>
      {can.import && (
        <Link className="button not-phone" to={paths.managePeopleImports(studio, { of: 'leads' })}>
          Import
        </Link>
      )}
      {can.export && (
        <a className="button not-phone" href={csv} download>
          <Icon name="download" /> Export CSV
        </a>
      )}
      {can.write && (
        <Link className="button primary" to={paths.manageLeadNew(studio)}>
          <Icon name="plus" /> Add a lead
        </Link>
      )}
    </>
  )
}

export type FunnelWords = {
  month: string
  leads: string
  contacted: string
  booked: string
  attended: string
  joined: string
}

/** How far the leads of the month got, each figure with what it means. */
export function FunnelLine({ funnel }: { funnel: FunnelWords }) {
  const part = (id: keyof typeof funnelDefinitions, text: string, after: string) => (
    <li title={funnelDefinitions[id]}>
      <b>{text}</b> {after}
    </li>
  )
  return (
    <ol className="funnel" aria-label={`Leads of ${funnel.month}`}>
      {part('leads.created', funnel.leads, `leads in ${funnel.month}`)}
      {part('leads.contacted', funnel.contacted, 'reached')}
      {part('leads.trial_booked', funnel.booked, 'trials booked')}
      {part(
        'leads.trial_attended',
        funnel.attended.split('|')[0]!,
        `came${funnel.attended.split('|')[1]}`,
      )}
      {part('leads.joined', funnel.joined.split('|')[0]!, `joined${funnel.joined.split('|')[1]}`)}
    </ol>
  )
}
