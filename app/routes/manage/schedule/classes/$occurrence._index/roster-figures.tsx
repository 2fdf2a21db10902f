import { Figures } from '#app/ui/list/figures.tsx'

/** How many are in, booked, waiting and late, in large figures above the roster. */
export function RosterFigures(props: {
  inside: number
  booked: number
  capacity: number
  waiting: number
  late: number
  clock: { label: string; text: string }
}) {
  const { inside, booked, capacity, waiting, late, clock } = props
  const free = capacity - booked
  return (
    <Figures
      rows={[
        { name: 'In', value: inside, note: `of ${booked}` },
        {
          name: 'Places',
          value: free > 0 ? `${free} free` : 'Full',
          note: `${booked} of ${capacity}`,
        },
        { name: 'Waitlist', value: waiting > 0 ? <a href="#waiting">{waiting}</a> : '0' },
        ...(late > 0
          ? [{ name: 'Cancelled late', value: <a href="#late">{late}</a>, className: 'not-phone' }]
          : []),
        { name: clock.label, value: clock.text, className: 'not-phone not-print' },
      ]}
    />
  )
}
