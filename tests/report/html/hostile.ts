/** What a target may send to become a part of the page: markup, the ends of all that our own markup opens, and oddities. */
export const hostile =
  '</pre></details></script></style></textarea><!--"\'`><img src=x onerror="document.title=\'owned\'">' +
  '<script>document.title="owned"</script><svg onload="document.title=\'owned\'"><a href="javascript:document.title=1">' +
  '<base href="//evil.test/"><meta http-equiv="refresh" content="0;url=//evil.test/">&lt;\u0000\u001b[2J\u202e\ufffe\ud800'
