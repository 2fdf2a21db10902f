import { Icon } from '../icon/icon.tsx'

export type Said = { id: string; title: string; text: string }

/** What the studio tells everyone on home. Style: `say`. */
export function Announced({ announced }: { announced: readonly Said[] }) {
  return announced.map(({ id, title, text }) => (
    <p key={id} className="say good">
      <Icon name="bell" />
      <span>
        <b>{title}</b>
        {text && <> {text}</>}
      </span>
    </p>
  ))
}
