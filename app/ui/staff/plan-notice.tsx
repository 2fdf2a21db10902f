import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'

/** Over every page of the desk while the studio's own plan isn't paid. */
export function PlanNotice(props: {
  studio: { slug: string }
  text: string
  tone: 'warn' | 'bad'
  pays: boolean
}) {
  const { studio, text, tone, pays } = props
  return (
    <div className="notices">
      <div className={`notice ${tone}`}>
        <Icon name="warning" />
        <p>
          {text} {pays && <Link to={paths.manageYourPlan(studio)}>Your plan</Link>}
        </p>
      </div>
    </div>
  )
}
