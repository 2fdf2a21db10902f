import { Figures } from '#app/ui/list/figures.tsx'

/** How many are in, booked, waiting and late, in large figures above the roster. */
export function RosterFigures(props: {
  inside: number
  booked: number
  capacity: number
  /** Of these the ones given at the desk only. */
  walkIns: number
  waiting: number
  /** Offered an open place: among the booked, not among the waiting. */
  offered: number
  late: number
  clock: { label: string; text: string }
}) {
  const { inside, booked, capacity, walkIns, waiting, offered, late, clock } = props
  const free = capacity - booked
  return (
    <Figures
      rows={[
        { name: 'In', value: inside, note: `of ${booked - offered}` },
        {
          name: 'Places',
          value: free > 0 ? `${free} free` : 'Full',
          note: `${booked} of ${capacity}${walkIns > 0 ? `, ${walkIns} kept for walk-ins` : ''}`,
        },
        {
          name: 'Waitlist',
          value: waiting + offered > 0 ? <a href="#waiting">{waiting}</a> : '0',
          ...(offered > 0 ? { note: `and ${offered} offered a place` } : {}),
        },
        ...(late > 0
          ? [{ name: 'Cancelled late', value: <a href="#late">{late}</a>, className: 'not-phone' }]
          : []),
        { name: clock.label, value: clock.text, className: 'not-phone not-print' },
      ]}
    />
  )
}
