import { passwordShapes } from "./password-shapes.ts";

/** The most frequently stolen passwords and variants of the product's name, short enough for a browser. The server checks a longer list. */
const commonPasswords = new Set(
  `
  password password1 password12 password123 password1234 password12345 password! password1! password123! password@123 passw0rd
  p@ssword p@ssw0rd p@ssw0rd1 p@ssword1 p@ssword123 p@$$w0rd pa$$word pa$$w0rd passwort passwort1 motdepasse contraseña contrasena
  mypassword newpassword thepassword yourpassword password2 password3 password7 password11 password99 password01 password00 passwords
  12345678 123456789 1234567890 12345678910 123456789a 1234567891 0123456789 012345678 0987654321 987654321 9876543210 87654321
  11111111 111111111 1111111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 00000000 000000000 0000000000
  12341234 11112222 11223344 1122334455 12344321 12121212 123123123 123321123 1234512345 12345687 12345679 10203040 1020304050 147258369
  159753456 147852369 741852963 789456123 456789123 123654789 963852741 321654987 159357159 31415926 19871987 20002000 20202020 12312312
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty123! qwertyqwerty qwertz123 qwertzui qwertzuiop azertyui
  azertyuiop azerty123 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 qazwsxedc qazwsx123 qweasdzxc asdfghjk asdfghjkl asdfasdf
  asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y qwer1234 qwe123qwe 123qweasd
  123qwe123 1234qwer 12qwaszx abcd1234 abcd12345 abc12345 abc123456 abcdefgh abcdefghi abcdefg1 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678
  a12345678 a123456789 abcabcabc aaaaaaaa aaaaaaaaa aaaaaaaa1 zzzzzzzz xxxxxxxx qqqqqqqq test1234 testtest test12345 testing1 testing123
  iloveyou iloveyou1 iloveyou2 iloveyou! iloveu123 loveyou1 loveme123 iloveme1 lovelove princess princess1 sunshine sunshine1 football
  football1 baseball baseball1 basketball superman superman1 batman123 spiderman pokemon1 pokemon123 starwars starwars1 trustno1 whatever
  whatever1 welcome1 welcome12 welcome123 welcome1! letmein1 letmein123 letmein! changeme changeme1 changeme123 admin123 admin1234
  admin12345 administrator adminadmin root1234 rootroot user1234 guest123 default1 secret123 computer computer1 internet internet1 samsung1
  liverpool liverpool1 chelsea1 arsenal1 manchester barcelona realmadrid juventus michelle michelle1 jennifer jennifer1 jessica1 victoria
  charlie1 jordan23 michael1 michael123 danielle daniel123 nicholas alexander alexandra elizabeth christian christopher benjamin samantha
  stephanie anthony1 thomas123 butterfly chocolate chocolate1 strawberry cheesecake corvette mercedes mustang1 yamaha123 harley123 diamond1
  midnight mountain maverick phoenix1 dragon123 monkey123 shadow123 master123 hunter123 killer123 ashley123 buster123 freedom1 lifehack
  matrix123 ninja123 asshole1 fuckyou1 fuckyou123 fuckyou! blink182 metallica slipknot nirvana1 greenday password10 summer2024 summer2025
  summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 january1 december1 monday123 friday123 bitcoin1
  bitcoin123 ethereum ethereum1 coinbase coinbase1 coinbase123 crypto123 satoshi1 blockchain hearth hearthhearth rent1234
  payments payments1 landlord landlord1 tenant123 apartment apartment1 homesweethome
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** True if the password is one of the most common ones, in any case or look-alike spelling. */
export function isCommonPassword(password: string): boolean {
  return passwordShapes(password).some((shape) => commonPasswords.has(shape));
}
