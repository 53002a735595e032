// For the browser: the texts of a page that stand out too little from what is behind them (WCAG 2.2, 1.4.3).

function channelsOf(colour) {
  return colour.match(/[\d.]+/g).map(Number)
}

function linear(channel) {
  return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function luminance([red, green, blue]) {
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
}

function behind(element) {
  for (let each = element; each !== null; each = each.parentElement) {
    const colour = channelsOf(getComputedStyle(each).backgroundColor)
    if (colour[3] !== 0) return colour
  }
  return [255, 255, 255]
}

function contrastOf(element) {
  const one = luminance(channelsOf(getComputedStyle(element).color))
  const other = luminance(behind(element))
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function hasOwnText({ childNodes }) {
  return [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
}

// oxlint-disable-next-line no-unused-vars -- called by the test
function poorContrast() {
  return [...document.querySelectorAll('body *')]
    .filter((element) => hasOwnText(element) && element.checkVisibility() && contrastOf(element) < 4.5)
    .map(
      (element) => `${element.tagName}.${element.className} ${contrastOf(element).toFixed(2)} ${element.textContent}`,
    )
}
