// Plain JavaScript, so that an old Node can still say what is wrong.
const needed = 24

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Mothlight needs Node ${needed} or newer and this is ${process.version}; run it with npm start or npm run, which bring their own.\n`,
  )
  process.exit(1)
}
