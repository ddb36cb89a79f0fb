/**
 * Well-known names that are taken under every TLD for every tenant, so that tests have names that are never available.
 * Do not add names that documentation uses, such as `example`, `test`, `demo` and `acme`.
 */
const RESERVED_NAMES = `
  google youtube gmail android chrome alphabet deepmind waymo
  facebook meta instagram whatsapp messenger threads oculus
  amazon aws alexa kindle twitch audible imdb
  apple iphone ipad icloud itunes macbook
  microsoft windows azure bing linkedin outlook skype xbox office365 visualstudio
  github gitlab bitbucket atlassian jira trello stackoverflow npmjs docker kubernetes
  openai chatgpt anthropic claude huggingface nvidia intel amd qualcomm arm
  netflix disney hulu spotify soundcloud tiktok snapchat pinterest reddit quora tumblr twitter discord telegram signal
  wikipedia wikimedia mozilla firefox linux debian ubuntu redhat apache python nodejs postgresql mysql mongodb redis
  yahoo baidu yandex duckduckgo tencent wechat alibaba taobao aliexpress rakuten naver
  ibm oracle sap salesforce adobe cisco dell hp lenovo samsung sony panasonic toshiba huawei xiaomi nokia ericsson siemens
  paypal stripe visa mastercard americanexpress klarna revolut wise coinbase binance
  ebay etsy shopify walmart target ikea costco tesco zalando
  uber lyft airbnb booking expedia tripadvisor
  tesla spacex toyota honda ford bmw mercedes volkswagen audi porsche ferrari volvo renault
  nike adidas puma gucci chanel rolex lego nintendo playstation
  cocacola coca-cola pepsi starbucks mcdonalds nestle heineken
  cloudflare akamai fastly digitalocean heroku netlify vercel godaddy namecheap verisign icann iana
  zoom slack dropbox notion figma canva wordpress wix squarespace mailchimp
  bbc cnn nytimes theguardian reuters bloomberg forbes
  nasa unicef unesco interpol redcross
`;

/** Unicode labels in lower case that are taken under every TLD. */
export const reservedNames: ReadonlySet<string> = new Set(RESERVED_NAMES.trim().split(/\s+/));
