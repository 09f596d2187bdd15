import type { InjectionCategory, InjectionStrength } from '../injection-finding.ts';

export interface PayloadPattern {
  category: InjectionCategory;
  kind: string;
  strength: InjectionStrength;
  /** The pattern is tried only where one of these stands: a cheap look before a dear one. */
  needs: readonly string[];
  /** Over the plain form, lower case, escapes undone, SQL comments as spaces. Repeats are bounded: linear on any text. */
  pattern: RegExp;
}

const clear = (
  category: InjectionCategory,
  kind: string,
  needs: readonly string[],
  pattern: RegExp,
): PayloadPattern => ({ category, kind, strength: 'clear', needs, pattern });
const doubtful = (...[category, kind, needs, pattern]: Parameters<typeof clear>): PayloadPattern => ({
  ...clear(category, kind, needs, pattern),
  strength: 'doubtful',
});

const COMPARED = ['=', 'like', '<', '>'];

/** Structure, never a word: grammar of SQL, of tags and handlers, of paths, of commands with arguments. */
export const PAYLOAD_PATTERNS: readonly PayloadPattern[] = [
  // SQL
  clear(
    'sql',
    'union',
    ['union'],
    /\bunion[\s(]{1,5}(?:all[\s(]{1,5}|distinct[\s(]{1,5})?select\b[\s(]{0,5}(?:null\b|[-\d*@'"(]|char\b|[\w.$]{1,40}\s{0,5}(?:,|\(|from\s{1,5}[\w.$]{1,40}\s{0,3}(?:where\b|--|#|;|\)|,|$)))/u,
  ),
  clear(
    'sql',
    'tautology',
    COMPARED,
    /(?:\b(?:or|and|where|having|when|rlike|if|elt|make_set|iif)|\|\||&&)[\s(!~-]{1,8}\d{1,9}\s{0,3}\)?(?:=|<=>|!=|<>|[<>](?!\s*=?\s*\d+\s*[a-z%]))\s{0,3}[('"]{0,3}\d/u,
  ),
  clear(
    'sql',
    'tautology',
    ['=', 'like'],
    /\b(?:or|and|where|having)[\s(]{1,6}(['"])[^'"\n]{0,30}\1\s{0,3}(?:=|like)\s{0,3}\1/u,
  ),
  clear(
    'sql',
    'tautology',
    ['='],
    /['"]\s{0,3}(?:or|and)\s{1,3}(['"]?)\w{1,20}\1\s{0,3}=\s{0,3}\1\w{1,20}\s{0,3}(?:--|#|$)/u,
  ),
  clear(
    'sql',
    'tautology',
    ["'='", '"="', "' like '", '" like "'],
    /(['"])[\w%]{0,20}\1(?:=| like )\1[\w%]{0,20}$/u,
  ),
  clear(
    'sql',
    'function',
    ['('],
    /\b(?:(?:pg_)?sleep\(\s{0,3}\d|benchmark\(\s{0,3}\d{3,}|extractvalue\(|updatexml\(|load_file\(|make_set\(|elt\(\d|randomblob\(|regexp_substring\(|generate_series\(|crypt_key\(|xmltype\(|json_(?:extract|depth)\(|fn_\w{1,30}\(|procedure analyse\(|(?:chr|char)\(\d{1,4}\)\s{0,2}(?:\|\||\+)|concat\(0x|convert\(int\b|exp\(~|case when \(\d|iif\(\d)/u,
  ),
  clear(
    'sql',
    'function',
    [
      'dbms_',
      'utl_',
      'ctxsys',
      'xp_',
      'information_schema',
      'sysibm',
      'sysusers',
      'all_users',
      'rdb$',
      'waitfor',
      'sysdatabases',
      'user_lock',
      'boolean mode',
    ],
    /\b(?:dbms_\w{1,30}\.|utl_\w{1,20}\.|ctxsys\.|xp_cmdshell|information_schema\.|sysibm\.|sysusers\b|all_users\b|rdb\$\w|waitfor\s{1,3}delay\b|\.\.sysdatabases|user_lock\.|in boolean mode\))/u,
  ),
  clear(
    'sql',
    'subquery',
    ['select'],
    /[(=+|]\s{0,3}\(?\s{0,3}select(?:\s{0,3}(?:[('\d@]|\*(?!\*))|\s{1,3}(?:case|count|concat|upper|null)\b|\s{1,3}[\w'"]{1,20}\s{1,3}(?:from\s{1,3}(?:dual\b|[\w.]{1,40}\s{0,3}(?:where\b|[()#;]|--|$))|where\s{1,3}\d))/u,
  ),
  clear(
    'sql',
    'stacked',
    [';'],
    /;\s{0,5}(?:(?:drop|alter|truncate)\s{1,5}(?:table|database|schema|view|function|user)\s{1,5}(?:if\s{1,3}exists\s{1,3})?[\w.]{1,40}\s{0,5}(?:;|--|#|cascade|$)|delete\s{1,5}from\s{1,5}[\w.]{1,40}\s{0,5}(?:where\b|;|--|#|$)|update\s{1,5}[\w.]{1,40}\s{1,5}set\s{1,5}\w{1,40}\s{0,3}=|insert\s{1,5}into\s{1,5}[\w.]{1,40}\s{0,5}(?:\(|values\b)|declare\s{1,3}@|(?:exec|execute|call|begin)\s{1,3}[\w$]{1,40}[.(_]|create\s{1,3}(?:or\s{1,3}replace\s{1,3})?(?:function|table|user)\s|i?if\(\d|shutdown\b\s{0,3}(?:;|--|$)|select\s{1,3}(?:[(*\d'"]|\w{1,30}\())/u,
  ),
  clear('sql', 'comment', ['--', '#', '/*'], /[\w%]['"]\){0,5}\s{0,3};?\s{0,3}(?:--[\s-]{0,5}|#|\/\*)$/u),
  clear(
    'sql',
    'order',
    ['order', 'group'],
    /(?:['")]|^-?\d{1,8})\s{0,3}\){0,5}\s{0,3}(?:order|group)\s{1,3}by\s{1,3}(?:\d{1,4}\s{0,3}(?:--|#|,|$)|concat\()/u,
  ),
  clear(
    'sql',
    'nosql',
    ['$', 'db.'],
    /\$(?:where|or|ne|gt|nin|regex)['"]?\s{0,3}:|\bdb\.\w{1,30}\.(?:insert|find|drop|remove|update)\(/u,
  ),
  clear(
    'sql',
    'ldap',
    ['=', ':='],
    /[(*]\([|&!]{1,2}\(?\w{1,30}=|\(&\(\w{1,30}=|\buserpassword:[\d.]{3,30}:=/u,
  ),
  clear('sql', 'graphql', ['__schema', '__type'], /\b__(?:schema|type)\b/u),
  doubtful('sql', 'tautology', ['='], /['"]\s{0,3}(?:or|and)\s{1,3}\d{1,9}\s{0,3}=/u),

  // Markup that runs
  clear(
    'xss',
    'tag',
    ['<'],
    /<[\s/]{0,5}(?:script|iframe|object\s|embed\b|applet\b|meta\s|base\s|frameset|isindex|bgsound|layer|svg|xml\b|!entity|!doctype\s{1,3}\w{1,30}\s{1,3}(?:\[|system)|\?(?:xml|import|php)\b|xs:|math[\s>]|br\s{1,3}size|html\s{1,3}xmlns)/u,
  ),
  clear(
    'xss',
    'tag',
    ['<'],
    /<\w{1,30}[\s/][^<>]{0,300}?(?:\b(?:src|href|style|background|action|data|lowsrc|dynsrc|xlink:href|srcdoc)\s{0,3}=\s{0,3}["'`]?[^<>]{0,120}?(?:script:|expression|url\(|binding|data:text|&\{|mocha:))/u,
  ),
  clear(
    'xss',
    'style',
    ['<style', 'style='],
    /<style\b[^<]{0,200}(?:import|url\(|binding|expression|javascript)|style\s{0,3}=\s{0,3}["'][^"'<>]{0,120}(?:expr|binding|url\()/u,
  ),
  clear('xss', 'link', ['<link'], /<link\b[^<>]{0,100}(?:rel|href)\s{0,3}=/u),
  clear(
    'xss',
    'handler',
    ['on'],
    /(?:[<"'`\s/>;]|^)on(?:load|error|click|dblclick|mouse|key|focus|blur|toggle|page|wheel|pointer|drag|touch|anim|transition|begin|change|input|submit|reset|scroll|resize|unload|before|after|filter|message|hash|copy|paste|start|finish|play|abort|context|ready|property|show|storage|media|activate|form)\w{0,16}[^\w=<>]{0,30}=\s{0,3}["'`]?\s{0,3}[\w.$\\[\]"'!]{1,60}\s{0,2}[(=[`;:&]/u,
  ),
  clear(
    'xss',
    'scheme',
    ['script', 'data:'],
    /\b(?:java|vb|live)\s{0,3}script\s{0,3}:\s{0,3}[^\s"'>]{0,60}[(=;[]|\bdata:text\/html/u,
  ),
  clear(
    'xss',
    'call',
    ['alert', 'confirm', 'prompt', 'eval', 'msgbox', 'setinterval', 'settimeout'],
    /\b(?:alert|confirm|prompt|eval|msgbox|setinterval|settimeout)(?:\(\s{0,2}(?:\d|['"/`)]|document|window|self|string|this|location|&quot)|\.(?:call|apply)\(|`)/u,
  ),
  clear(
    'xss',
    'document',
    ['document.', 'window.', 'fromcharcode', '__proto__', 'constructor', 'var '],
    /\bdocument\.(?:cookie|domain|location|write|url)|\bwindow\.(?:location|open|name)|fromcharcode|__proto__|\.constructor\(|\bvar\s\w{1,30}\s?=\s?new\s\w/u,
  ),

  clear(
    'xss',
    'breakout',
    ['>'],
    /^[^<]{0,40}["'`]\s{0,3}\/?>\s{0,3}<[!/a-z]|^['"]?\)?;?\s{0,3}(?:\}\s{0,2})?\)?\s{0,2}(?:alert|confirm|prompt)\b|@import\s{0,3}['"]|\bformaction\s{0,3}=|<\w{1,20}\s[^<>]{0,100}\bautofocus\b/u,
  ),
  clear(
    'xss',
    'scheme',
    [':'],
    /\bj\s{0,3}a\s{0,3}v\s{0,3}a\s{0,3}s\s{0,3}c\s{0,3}r\s{0,3}i\s{0,3}p\s{0,3}t\s{0,3}:\s{0,3}[^\s"'>]{0,60}[(=;[]/u,
  ),
  clear(
    'xss',
    'call',
    ['[', '?.'],
    /\b(?:window|self|top|parent|globalthis|frames)\[['"`]|\b(?:alert|confirm|prompt)\?\.\(/u,
  ),
  doubtful(
    'xss',
    'tag',
    ['<'],
    /<[a-z][a-z0-9]{0,15}[\s/][^<>]{0,100}?\b[a-z-]{2,20}\s{0,3}=\s{0,3}["'][^<>]{0,200}>/u,
  ),

  // Paths
  clear(
    'path',
    'traversal',
    ['..'],
    /(?:\.{2,4}[/\\]{1,3}){2}|\.\.[/\\]{1,3}\.[/\\]{1,3}\.\.|\.\.[/\\]{1,3}(?:etc|windows|winnt|proc|root|var|boot|system32|web-inf)/u,
  ),
  clear('path', 'traversal', ['/.', '\\.'], /(?:[/\\]\.){8}|(?:\.[/\\]){8}/u),
  clear(
    'path',
    'file',
    ['etc', 'proc', 'file:', 'php:', 'web-inf', 'win', '$', 'expect:', 'boot'],
    /etc[/\\](?:passwd|shadow)|[/\\]etc[/\\](?:hosts|group|issue|init|crontab|ssh)|etcpasswd|\/proc\/(?:self|version|cpuinfo)|\bfile:\/\/\/|\b(?:php|expect|gopher|phar|zip):\/\/\w|web-inf\b|(?:windows|winnt)[/\\](?:win\.ini|system32|system\.ini)|\\\\[\w:.]{1,40}\\\w{1,10}\$|[/\\]boot\.ini|\.ssh\/id_/u,
  ),

  clear(
    'path',
    'file',
    [
      '.ini',
      'inetpub',
      'wwwroot',
      '.ht',
      'httpd',
      '/var/',
      '.asa',
      '/.env',
      '/.git',
      'id_rsa',
      '../',
      '..\\',
    ],
    /\b(?:boot|win|system|php)\.ini\b|inetpub|wwwroot|\.ht(?:passwd|access)\b|httpd\.conf|\/var\/(?:log|www|mail)\/|global\.asa|[/\\]\.env\b|[/\\]\.git\/|\bid_rsa\b|\.\.[/\\]{1,3}[\w-]{1,40}\.(?:php|ini|conf|xml|log|txt|env|ya?ml|json|key|pem|cfg|db)\b/u,
  ),
  clear('path', 'traversal', ['..;/', '.../'], /\.\.;\/|(?:\.{3,}[/\\]{1,3}){2}/u),

  // Commands
  clear(
    'command',
    'binary',
    ['bin/', 'dev/'],
    /(?:^|[\s;|&`'"(/)])(?:usr\/)?s?bin\/(?:id|sh|bash|cat|sleep|echo|ls|nc|python|perl|wget|curl|ping|uname|whoami|env|ps|w|who|finger|mail|sendmail|touch|netstat|ifconfig|date|rm)\b|\/dev\/(?:tcp|udp)\//u,
  ),
  clear(
    'command',
    'shell',
    [';', '|', '&', '`', '$('],
    /(?:[;|&`]|\$\()\s{0,5}\+{0,2}(?:(?:cat|ls|dir|type|more|rm|cp|mv|chmod|wget|curl|nc|ncat|ping|nslookup|dig|uname|id|netstat|ps|kill|echo|sleep|bash|sh|python\d?|perl|php|ruby|powershell|getent|set|find|head|tail|sudo|telnet|ssh|tftp|net)(?:\$ifs|[\s+]{1,5}(?:-{1,2}[a-z]|[/~]\w|\.{1,2}\/|[a-z]:[/\\"']|https?:\/\/|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d|\$|\/[a-z] |hosts\b|[`'"]\/))|(?:whoami|ifconfig|ipconfig|systeminfo|printenv|netstat|uname)\s{0,3}(?:[;|&`)]|-\w|$)|(?:\+?dir)\+?\s?c:)/u,
  ),
  clear(
    'command',
    'shell',
    ['id', 'ls', 'pwd'],
    /(?:[\w)"']?[;|]|\|\||`|^[;|&]\s{0,2})(?:id|ls|pwd|env)\s{0,2}(?:[;|`]|$)/u,
  ),
  clear('command', 'shell', ['`'], /^`(?:true|false)`$|`\s{0,2}(?:id|pwd|whoami|uname|ls)\s{0,2}`/u),
  clear(
    'command',
    'shell',
    ['rm ', '| ', '|', 'powershell', 'cmd', 'cat ', 'dir'],
    /\brm\s{1,3}-r?f?r?\s{1,3}[/~*]|\|\s{0,3}(?:ba|z|k)?sh\s{0,3}(?:[)`;&]|$)|\bpowershell(?:\.exe)?\s{1,3}-\w|\bcmd(?:\.exe)?\s{1,3}\/c\b|^cat\s{1,3}\/\w|[+|&]dir\+?\s?c:|\bdir\+c:/u,
  ),
  clear(
    'command',
    'call',
    ['system(', 'exec', 'passthru', 'runtime'],
    /\b(?:system|passthru|shell_exec|popen)\(\s{0,2}['"\w$]|getruntime\(|<!--\s{0,3}#\s{0,3}(?:exec|include)\b|--exec=|\bexec\(\s{0,2}['"]/u,
  ),
  clear(
    'command',
    'template',
    ['{'],
    /\{\{\s{0,3}(?:\d{1,9}\s{0,3}\*|config\b|self\b|request\b|['"]{2})|\$\{\s{0,3}(?:jndi:|\d{1,9}\s{0,3}\*|t\(|ex\()|#\{\s{0,3}\d{1,9}\s{0,3}\*|<#assign\b/u,
  ),
  clear('command', 'shell', ['$'], /\$ifs\b|\$\(\(\s{0,3}\d/u),
  clear(
    'command',
    'header',
    ['\n', '\r'],
    /[\r\n]\s{0,3}(?:set-cookie|location|rcpt\s{1,3}to|content-length)\s{0,3}:/u,
  ),
  doubtful('command', 'shell', [';', '|', '&'], /[;|&]\s{1,3}(?:id|ls|pwd|env)\s{0,2}$/u),

  clear(
    'command',
    'shell',
    ['sleep', 'ping', 'echo', 'dir', 'type', ':;'],
    /[;|&`(]\s{0,3}(?:sleep|timeout)[\s+]{1,3}\d{1,5}\s{0,3}(?:[;|&`)'"]|$)|\bping[\s+]{1,3}(?:-\w[\s+]{1,3}\d{1,5}[\s+]{1,3}){0,2}\d{1,3}\.\d{1,3}\.\d{1,3}\.\d|[|&;]\s{0,3}(?:dir|ls)\s{0,3}(?:[|&;]|$)|\btype[\s+]{1,3}[a-z]:?[\\%]|\(\)\s{0,3}\{\s{0,3}:;|[|;&]\s{0,3}echo[\s+]{1,3}[\w$`'"]{1,40}\s{0,3}(?:[;|&>]|$)/u,
  ),

  // Turn markers of chat templates: they belong to no question and no document
  {
    category: 'prompt',
    kind: 'chat-markers',
    strength: 'clear',
    needs: [
      '<|',
      '[inst',
      '<<sys',
      'start_of_turn',
      '###',
      '[system]',
      'system:',
      '$document',
      '$context',
      'context:',
      'documents:',
      '<!--',
      '"role"',
      '\\n',
      '\\ n',
    ],
    pattern:
      /<\|\s{0,2}(?:im_start|im_end|system|user|assistant|endoftext)\b|\[\/?inst\]|<<sys>>|<(?:start|end)_of_turn>|###\s{0,3}(?:new )?(?:instructions?(?: for [a-z ]{1,30})?|system|response)\s{0,2}:|(?:^|[\n.!?]\s?)\[system\]|(?:^|\n)\s{0,3}system\s{0,2}:\s|<!--\s{0,5}(?:assistant|ai|system|llm|model)\b|"role"\s{0,2}:\s{0,2}"system"|(?:\\\s?n\s?){4}|\$(?:documents?|context|question)\s?:|\b(?:context|documents?)\s?:\s?\{/u,
  },
];
