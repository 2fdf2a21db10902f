import { parseDialled } from '#app/values/phone.ts'
import { dot } from '#app/values/text/separators.ts'

export type ContactStudio = { contactEmail: string; contactPhone: string }

/** How to reach a studio: a link to call, one to write; nothing where it has told neither. */
export function ContactLinks({ studio }: { studio: ContactStudio }) {
  const { contactEmail, contactPhone } = studio
  const dialled = parseDialled(contactPhone)
  return (
    <>
      {dialled && <a href={`tel:${dialled}`}>Call {contactPhone}</a>}
      {dialled && contactEmail && dot}
      {contactEmail && <a href={`mailto:${contactEmail}`}>Email {contactEmail}</a>}
    </>
  )
}

export const hasContact = ({ contactEmail, contactPhone }: ContactStudio): boolean =>
  contactEmail !== '' || contactPhone !== ''
