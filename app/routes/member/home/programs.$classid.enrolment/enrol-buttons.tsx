/** Enrols or waits; with a provider it also pays at once. Style: `button`. */
export function EnrolButtons(props: { waits: boolean; online: boolean; price: string }) {
  const { waits, online, price } = props
  if (waits || !online)
    return (
      <button type="submit" className="button primary big wide">
        {waits ? 'Join waitlist' : `Enrol for ${price}`}
      </button>
    )
  return (
    <>
      <button type="submit" name="pay" value="online" className="button primary big wide">
        Enrol and pay {price}
      </button>
      <button type="submit" name="pay" value="desk" className="button big wide">
        Enrol, pay at the desk
      </button>
    </>
  )
}
