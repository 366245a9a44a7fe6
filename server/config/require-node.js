// Plain JavaScript, so that an old Node can still show the message.
const [major, minor] = [24, 9]

const [itsMajor, itsMinor] = process.versions.node.split('.').map(Number)
if (itsMajor < major || (itsMajor === major && itsMinor < minor)) {
  process.stderr.write(
    `Mothlight needs Node ${major}.${minor} or newer and this is ${process.version}; install one, or run it with npm start or npm run after npm ci, which brings its own.\n`,
  )
  process.exit(1)
}
