import { QRCodeSVG } from "qrcode.react";
import styles from "./qr.module.css";

/** QR code, dark on white in both themes, because not every camera reads inverted codes. */
export function Qr({ value, label }: { value: string; label: string }) {
  return (
    <div className={styles.qr}>
      <QRCodeSVG value={value} title={label} size={184} level="M" marginSize={0} fgColor="currentColor" bgColor="transparent" />
    </div>
  );
}
