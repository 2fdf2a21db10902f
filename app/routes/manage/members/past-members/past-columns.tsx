import { Link } from '@remix-run/react'
import type { PastMemberWords } from '#app/domain/farewells/past-member-words.ts'
import { paths } from '#app/paths.ts'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import type { Column } from '#app/ui/list/table.tsx'

/** The columns of past members; money for anyone who may see what someone owes. */
export function pastColumns(
  studio: { slug: string },
  { fees, write }: { fees: boolean; write: boolean },
): Column<PastMemberWords>[] {
  const money: Column<PastMemberWords>[] = [
    { name: 'Paid', place: 'wide', number: true, cell: ({ paid }) => paid },
    {
      name: 'Owes',
      place: 'desk',
      number: true,
      cell: ({ owes }) => owes && <span className="bad">{owes}</span>,
    },
  ]
  const acts: Column<PastMemberWords> = {
    name: 'Actions',
    head: <span className="vh">Actions</span>,
    place: 'desk',
    cell: ({ id, name, banned }) =>
      !banned && (
        <Link className="button small" to={paths.managePersonAct(studio, id, 'win-back')}>
          Win back<span className="vh"> {name}</span>
        </Link>
      ),
  }
  return [
    {
      name: 'Name',
      place: 'name',
      cell: ({ id, name, photo }) => (
        <span className="with-avatar">
          <Avatar name={name} photo={photo} />
          <Link to={paths.managePerson(studio, id)}>{name}</Link>
        </span>
      ),
    },
    { name: 'State', place: 'state', cell: ({ label }) => label && <Label {...label} /> },
    {
      name: 'Left',
      place: 'under',
      cell: ({ left, tenure }) =>
        (left || tenure) && (
          <span className="two-lines">
            {left} <small>{tenure && `after ${tenure}`}</small>
          </span>
        ),
    },
    { name: 'Why', place: 'desk', cell: ({ why }) => <span title={why.text}>{why.reason}</span> },
    { name: 'Last class', place: 'desk', cell: ({ lastClass }) => lastClass },
    { name: 'Unused', place: 'wide', number: true, cell: ({ unused }) => unused },
    ...(fees ? money : []),
    {
      name: 'Could come to',
      place: 'under',
      cell: ({ fit }) => fit && <span className="two-lines">{fit}</span>,
    },
    ...(write ? [acts] : []),
  ]
}
