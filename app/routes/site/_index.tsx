export default function Landing() {
  return <h1>Cadence</h1>
}
