/** The npm package that holds Node's binary for this machine, without an install script. */
export const nodePackage = `node-${[process.platform, process.arch]
  .join('-')
  .replace('win32', 'win')
  .replace('darwin-arm', 'bin-darwin-arm')}`
