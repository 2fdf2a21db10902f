import type { IconChoices } from '#app/values/icon.ts'
import { palette } from '#app/values/palette.ts'
import { DrawnIcon } from '../icon/drawn-icon.tsx'
import { Icon, iconNames } from '../icon/icon.tsx'
import { Sign } from '../icon/sign.tsx'
import { Avatar } from '../image/avatar.tsx'
import { CadenceMark } from '../layout/site-frame.tsx'
import { StudioMark } from '../layout/studio-mark.tsx'
import { Example, Section } from './example.tsx'

/** Icons, signs and marks. */
export function SignParts({ icons }: { icons: IconChoices }) {
  const [first = null, second = null] = icons.shown
  return (
    <>
      <Section title="Icons of the house">
        <Example state="all" wide>
          <p className="gallery-icons">
            {iconNames.map((name) => (
              <span key={name}>
                <Icon name={name} /> {name}
              </span>
            ))}
          </p>
        </Example>
      </Section>
      <Section title="Icons to choose">
        <Example state="popular" wide>
          <p className="gallery-icons">
            {icons.shown.map(({ value, label, body }) => (
              <span key={value}>
                <DrawnIcon body={body} /> {label}
              </span>
            ))}
          </p>
        </Example>
      </Section>
      <Section title="Signs of classes">
        <Example state="every colour" wide>
          <p className="gallery-signs">
            {palette.map(({ value }, i) => (
              <Sign key={value} id={`p${i}`} sign={{ colour: value, icon: first }} />
            ))}
          </p>
        </Example>
        <Example state="without a colour, without an icon, an own colour">
          <p className="gallery-signs">
            <Sign id="tint" sign={{ colour: '', icon: second }} />
            <Sign id="bare" sign={{ colour: 'var(--blue-700)', icon: null }} />
            <Sign id="own" sign={{ colour: '#f4e9d8', icon: second }} />
          </p>
        </Example>
      </Section>
      <Section title="Marks and faces">
        <Example state="a studio, and the house">
          <p className="gallery-signs">
            <StudioMark name="Northside" />
            <CadenceMark />
          </p>
        </Example>
        <Example state="without a photo">
          <p className="gallery-signs">
            <Avatar name="Aisha Rahman" photo="" />
            <Avatar name="Aisha Rahman" photo="" large />
          </p>
        </Example>
      </Section>
    </>
  )
}
